//! The Adam optimizer (Kingma and Ba, "Adam: A Method for Stochastic Optimization").

/// The state of the optimizer.
pub(super) struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    pub(super) fn new(len: usize) -> Self {
        Self { mean: vec![0.0; len], square: vec![0.0; len], steps: 0 }
    }

    /// One step against the gradient.
    pub(super) fn step(&mut self, values: &mut [f32], gradient: &[f32], step: f32) {
        const MEMORY: f32 = 0.9;
        const LONG_MEMORY: f32 = 0.999;
        self.steps += 1;
        let fresh = 1.0 - MEMORY.powi(self.steps);
        let long_fresh = 1.0 - LONG_MEMORY.powi(self.steps);
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((value, &slope), (mean, square)) in values.iter_mut().zip(gradient).zip(moments) {
            *mean = MEMORY * *mean + (1.0 - MEMORY) * slope;
            *square = LONG_MEMORY * *square + (1.0 - LONG_MEMORY) * slope * slope;
            *value -= step * (*mean / fresh) / ((*square / long_fresh).sqrt() + 1e-9);
        }
    }
}

/// Converts to single precision.
#[expect(clippy::cast_possible_truncation, reason = "weights and steps are small and need few digits")]
pub(super) const fn narrow(figure: f64) -> f32 {
    figure as f32
}
