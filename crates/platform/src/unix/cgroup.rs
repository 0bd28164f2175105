//! Memory limits of control groups (cgroups) of Linux, of either version: containers and services have them. A group
//! has the limits of all groups that it lies in, too.

use std::fs;
use std::path::{Component, Path, PathBuf};

/// Where the groups of version 2 are mounted: alone, or beside those of version 1.
const MOUNTS_2: [&str; 2] = ["sys/fs/cgroup", "sys/fs/cgroup/unified"];
/// Where the groups of version 1 are mounted that limit memory.
const MOUNT_1: &str = "sys/fs/cgroup/memory";

/// The files of a group, by the version.
struct FileNames {
    limits: &'static [&'static str],
    used: &'static str,
    /// The line of `memory.stat` with cached files that are given up where memory is short.
    reclaimable: &'static str,
}

const NAMES_2: FileNames = FileNames {
    limits: &["memory.max", "memory.high"],
    used: "memory.current",
    reclaimable: "inactive_file",
};
const NAMES_1: FileNames = FileNames {
    limits: &["memory.limit_in_bytes"],
    used: "memory.usage_in_bytes",
    reclaimable: "total_inactive_file",
};

/// The memory that the groups of this process leave it, in bytes; None where they have no limit. `root` is `/`.
pub(super) fn free_bytes(root: &Path) -> Option<u64> {
    let text = fs::read_to_string(root.join("proc/self/cgroup")).ok()?;
    let groups = text.lines().flat_map(|line| {
        // `4:memory:/path` in version 1, `0::/path` in version 2.
        let mut fields = line.splitn(3, ':').skip(1);
        let (controllers, path) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
        let (mounts, names): (&[&str], _) = match controllers {
            "" => (&MOUNTS_2, &NAMES_2),
            list if list.split(',').any(|name| name == "memory") => (&[MOUNT_1], &NAMES_1),
            _ => (&[], &NAMES_1),
        };
        mounts
            .iter()
            .flat_map(move |mount| folders(&root.join(mount), path))
            .map(move |folder| (folder, names))
    });
    groups.filter_map(|(folder, names)| free_bytes_of(&folder, names)).min()
}

/// The folders of a group and of all that it lies in. In a container a path may begin outside of what is mounted: such
/// folders are not there.
fn folders(mount: &Path, path: &str) -> Vec<PathBuf> {
    let parts = Path::new(path).components().filter(|part| matches!(part, Component::Normal(_)));
    let folder = mount.join(parts.collect::<PathBuf>());
    let count = folder.components().count() - mount.components().count();
    folder.ancestors().take(count + 1).map(Path::to_owned).collect()
}

fn free_bytes_of(folder: &Path, names: &FileNames) -> Option<u64> {
    let read = |name: &str| fs::read_to_string(folder.join(name)).ok();
    // "max" is not a number: there is no limit.
    let number = |name: &str| read(name)?.trim().parse::<u64>().ok();
    let limit = names.limits.iter().copied().filter_map(number).min()?;
    let cached = read("memory.stat").and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix(names.reclaimable))?;
        line.trim().parse::<u64>().ok()
    });
    let used = number(names.used).unwrap_or_default().saturating_sub(cached.unwrap_or_default());
    Some(limit.saturating_sub(used))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is read from a system with these files.
    fn check(name: &str, files: &[(&str, &str)], expected: Option<u64>) {
        let root = std::env::temp_dir().join(format!("matescope-cgroup-{}-{name}", std::process::id()));
        for (file, text) in files {
            let file = root.join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        let found = free_bytes(&root);
        // Where nothing was written there is nothing to remove.
        let _ = fs::remove_dir_all(&root);
        assert_eq!(found, expected, "{name}");
    }

    #[test]
    fn the_limit_of_the_own_group_and_of_those_around_it_counts() {
        check("none", &[], None);
        let own = ("proc/self/cgroup", "0::/user/app\n");
        check("unlimited", &[own, ("sys/fs/cgroup/user/app/memory.max", "max\n")], None);
        let stat = "anon 1\nfile 90\ninactive_anon 7\ninactive_file 50\n";
        check(
            "version-2",
            &[
                own,
                ("sys/fs/cgroup/user/app/memory.max", "1000\n"),
                ("sys/fs/cgroup/user/app/memory.high", "max\n"),
                ("sys/fs/cgroup/user/app/memory.current", "300\n"),
                ("sys/fs/cgroup/user/app/memory.stat", stat),
            ],
            Some(750),
        );
        check(
            "high",
            &[
                own,
                ("sys/fs/cgroup/user/app/memory.max", "1000\n"),
                ("sys/fs/cgroup/user/app/memory.high", "800"),
                ("sys/fs/cgroup/user/app/memory.current", "900\n"),
            ],
            Some(0),
        );
        check(
            "around",
            &[
                own,
                ("sys/fs/cgroup/user/app/memory.max", "1000\n"),
                ("sys/fs/cgroup/user/app/memory.current", "300\n"),
                ("sys/fs/cgroup/user/memory.max", "2000\n"),
                ("sys/fs/cgroup/user/memory.current", "1900\n"),
            ],
            Some(100),
        );
    }

    #[test]
    fn groups_of_version_1_and_of_a_container_count() {
        let files = [
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "500\n"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "120\n"),
            ("sys/fs/cgroup/memory/memory.stat", "cache 3\ninactive_file 1\ntotal_inactive_file 20\n"),
        ];
        // The group of the container itself is what it sees as the root.
        for own in ["9:name=systemd:/\n4:cpu,memory:/docker/abc\n0::/\n", "4:memory:/../..\n"] {
            let all: Vec<_> = files.into_iter().chain([("proc/self/cgroup", own)]).collect();
            check("version-1", &all, Some(400));
        }
        // Another controller's path is none of memory.
        check("other", &[("proc/self/cgroup", "1:cpu:/\n"), files[0], files[1]], None);
    }
}
