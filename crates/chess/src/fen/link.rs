//! The FEN inside a link to a position, as Lichess, Chess.com and others write their addresses.

/// A text that is an address on the web: `https://…`, or a host that people copy without it.
#[must_use]
pub fn is_link(text: &str) -> bool {
    let text = text.trim().trim_start_matches(['<', '"', '\'', '(']);
    let starts = |start: &str| text.get(..start.len()).is_some_and(|own| own.eq_ignore_ascii_case(start));
    let hosts = ["https://", "http://", "www.", "lichess.org/", "chess.com/", "chessable.com/"];
    hosts.into_iter().any(starts) && !text.contains(char::is_whitespace)
}

/// The FEN of a link, decoded: the board in its path (`lichess.org/analysis/standard/FEN_with_underscores`) or in
/// a parameter (`chess.com/analysis?fen=FEN%20encoded`). None where the text is no link or has no board.
#[must_use]
pub fn fen_in_link(text: &str) -> Option<String> {
    // A parameter's value or a path holds the board; what a link says besides, such as a color, is left out.
    let mut parts = link_parts(text)?;
    parts.find_map(|part| board_in_path(&part))
}

/// The moves of a link: `lichess.org/analysis/pgn/e4_e5_Nf3`, or a parameter `pgn` or `moves`.
#[must_use]
pub fn moves_in_link(text: &str) -> Option<String> {
    let mut named = false;
    for part in link_parts(text)? {
        if named {
            return Some(part);
        }
        if let Some((_, moves)) = part.split_once("/pgn/") {
            return Some(moves.to_owned());
        }
        named = matches!(part.as_str(), "pgn" | "moves");
    }
    None
}

/// The path, and the names and values of the parameters, decoded; None if the text is no link.
fn link_parts(text: &str) -> Option<impl Iterator<Item = String>> {
    let address = text.trim().trim_matches(['<', '>', '"', '\'', '(', ')']);
    is_link(text).then(|| address.split(['?', '&', '#', '=']).map(percent_decoded))
}

/// The part of a link from the first rank of a board on.
fn board_in_path(part: &str) -> Option<String> {
    let segments: Vec<&str> = part.split('/').collect();
    let first = segments.windows(5).position(|ranks| {
        // Behind the last rank the other fields follow.
        let rank = |segment: &&str| segment.split(' ').next().is_some_and(is_rank);
        ranks.iter().all(rank)
    })?;
    Some(segments[first..].join("/").trim_end_matches('/').to_owned())
}

/// Whether a word could be a rank: pieces and counts of empty squares. A count or a sum that is wrong does not
/// matter here.
fn is_rank(word: &str) -> bool {
    !word.is_empty() && word.len() <= 16 && word.chars().all(|c| "PNBRQKpnbrqk0123456789~".contains(c))
}

/// Percent signs with two digits as the characters that they stand for, `_` and `+` as blanks.
fn percent_decoded(part: &str) -> String {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let digits = behind.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let code = digits.filter(|_| first == b'%').and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(match (first, code) {
            (_, Some(code)) => code,
            (b'_' | b'+', None) => b' ',
            (other, None) => other,
        });
        rest = if code.is_some() { &behind[2..] } else { behind };
    }
    // What is coded twice, as when a link was copied out of a link, is `%20` once more.
    let text = String::from_utf8_lossy(&bytes).into_owned();
    text.replace("%20", " ").replace("%2F", "/").replace("%2f", "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_of_a_link_is_found() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for link in [
            "https://lichess.org/analysis/standard/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1",
            "https://lichess.org/analysis/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1?color=black",
            "lichess.org/editor/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1?color=white#x",
            "https://lichess.org/editor?fen=rnbqkbnr%2Fpppppppp%2F8%2F8%2F8%2F8%2FPPPPPPPP%2FRNBQKBNR+w+KQkq+-+0+1",
            "https://www.chess.com/analysis?fen=rnbqkbnr%2Fpppppppp%2F8%2F8%2F8%2F8%2FPPPPPPPP%2FRNBQKBNR%20w%20KQkq%20-%200%201&flip=true&tab=analysis",
            "https://www.chess.com/dynboard?board=green&fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201",
            "https://www.chessdb.cn/queryc_en/?rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1",
            "<https://lichess.org/analysis/fromPosition/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201>",
        ] {
            assert_eq!(fen_in_link(link).as_deref(), Some(start), "{link}");
        }
        let faulty = "https://lichess.org/editor/8/8/8/8/8/1Q6/8/k2K5_w_-_-_0_1";
        assert_eq!(fen_in_link(faulty).as_deref(), Some("8/8/8/8/8/1Q6/8/k2K5 w - - 0 1"));
    }

    #[test]
    fn other_links_have_none() {
        for link in
            ["https://lichess.org/abcdefgh", "https://lichess.org/analysis", "e4 e5", "www.", "http://%"]
        {
            assert_eq!(fen_in_link(link), None, "{link}");
        }
        assert!(!is_link("8/8/8/8/8/1Q6/8/k2K4") && !is_link("see https://lichess.org/abcdefgh"));
    }

    #[test]
    fn moves_of_a_link_are_found() {
        let moves = |link| moves_in_link(link);
        assert_eq!(moves("https://lichess.org/analysis/pgn/e4_e5+Nf3#3").as_deref(), Some("e4 e5 Nf3"));
        assert_eq!(moves("https://www.chess.com/analysis?pgn=1.%20e4%20e5").as_deref(), Some("1. e4 e5"));
        assert_eq!(moves("https://lichess.org/abcdefgh"), None);
    }
}
