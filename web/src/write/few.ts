// Games in few lines, for those who begin to write.

/** By the usual rules of Kalah: what the shipped text says of sources and options stands in nobody's way. */
export const kalah = `# A line that begins with # is a comment.
game my-kalah
name My Kalah
summary Seeds are sown into one's own store too, and a last seed there moves again.
where Many countries
source The rules in common use
basis source the common rules: start, store, sow, again, capture, bank, stop, end, repetition

board 2 x 6
start 4
stores own
sow counterclockwise

# What happens where the last seed falls: the first row that fits.
end own store: again
end own, empty, facing filled: capture facing; bank here
end anywhere: stop

over either empty: rest to owner
repetition third: rest to owner
`;

/** The fewest words that make a game. */
export const skeleton = `# A line that begins with # is a comment.
game my-game
name My game
summary One sentence about it.
where Who plays it, and where
source Where the rules come from

board 2 x 6
start 4
stores captured
sow counterclockwise

# What happens where the last seed falls: the first row that fits.
end own, empty, facing filled: capture facing; bank here
end anywhere: stop

over either empty: rest to owner
repetition third: rest to owner
`;
