// What the package exports: see README.md.

export { Game, Position, Record, games, gameFromRules, isKomweError, loadGame, readRecords } from './game.ts';
export type { Event, Options, Player, Result, Why } from './game.ts';
export { Engine } from './engine.ts';
export type { Analysis, AnalyseOptions, EngineOptions, Line, PlayOptions, Subject } from './engine.ts';
export { configure, type Places } from './runtime.ts';
export { KomweError, type Clause, type ErrorCode, type EventKind, type GameInfo, type Option } from '../../web/src/engine/types.ts';
