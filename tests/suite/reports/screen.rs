//! What the board, the rounds and the cards do.
