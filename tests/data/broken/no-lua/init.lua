return { on_turn = = }
