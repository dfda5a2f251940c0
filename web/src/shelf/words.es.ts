// What the home page and the way into a game say, in Spanish.

import { many } from '../words/en.ts';
import { semillas } from '../words/es.ts';
import type { ShelfWords } from './words.en.ts';

const taken = (n: number): string => (n === 0 ? 'no ha capturado nada' : `ha capturado ${semillas(n)}`);

export const es: ShelfWords = {
    title: 'Sembrar. Capturar. Seguir.',
    lead: 'El mancala se juega con semillas en los hoyos de un tablero: levantas las semillas de un hoyo, las siembras una a una en los siguientes y ganas si capturas más que tu rival o si lo dejas sin jugadas.',
    free: 'Gratis, sin conexión, sin cuenta.',
    begin: 'Aprende en cinco minutos',
    itself: (game) => `Una partida de ${game} que se juega sola`,
    plants: (player, hole) => `${player} planta una semilla en ${hole}.`,
    sows: (player, n, hole) => `${player} siembra ${semillas(n)} desde ${hole}.`,
    sowsOn: (player, n, hole) =>
        `La última semilla encontró otras en ${hole}: ${player} sigue sembrando las ${n}.`,
    takesOn: (player, n) =>
        `${player} ha tomado ${semillas(n)} y ${n === 1 ? 'la' : 'las'} sigue sembrando.`,
    takes: (player, n) => `${player} ha tomado ${semillas(n)}.`,
    ends: (player, laps, n) =>
        laps === 1
            ? `${player} ha sembrado y ${taken(n)}.`
            : `${player} ha sembrado ${laps} veces en esta jugada y ${taken(n)}.`,
    again: (player) => `La última semilla cayó en el granero: ${player} mueve de nuevo.`,

    now: {
        label: 'Para ti ahora',
        goOn: (moves) => `Continúa después de la jugada ${moves}.`,
        first: 'Tu primera partida',
        firstAbout: (game) => `${game}, contra un rival fácil. Empiezas tú.`,
        puzzle: 'El problema de hoy',
        puzzleAbout: 'Una jugada decide la partida. Encuéntrala.',
        lesson: 'Lección siguiente',
        firstLesson: 'Primera lección',
        lessonAbout: (game, done, of) =>
            done === 0 ? `${game}: ${many(of, 'paso', 'pasos')}.` : `${game}: ${done} de ${many(of, 'paso hecho', 'pasos hechos')}.`,
        allLearnt: 'Todas las lecciones están hechas',
        allLearntAbout: 'Conoces todo el camino hacia el Bao la Kiswahili.',
        more: (n) => `${n} más de tus partidas`,
    },

    choose: 'Elige un juego',
    chooseAbout: 'Basta un toque para empezar.',
    players: {
        south: (level) => `Empiezas tú, contra el motor en el nivel ${level}.`,
        north: (level) => `Empieza el motor en el nivel ${level}, y tú respondes.`,
        people: 'Dos personas juegan en esta pantalla.',
        engines: 'El motor juega contra sí mismo, y tú miras.',
        change: 'Cambiar',
    },
    another: 'Todos los juegos',
    change: 'Rival, lados y reglas',
    groups: {
        start: 'Empieza aquí',
        startAbout: 'Kalah y Oware se conocen en todo el mundo; cada uno tiene su lección',
        ladder: 'El camino hacia el Bao',
        ladderAbout: (steps) => `${steps} peldaños desde Hus, cada uno con una regla nueva`,
        ladderOn: (step) => `Sigue con ${step}`,
        step: (n) => `peldaño ${n}`,
        stepDone: 'aprendido',
        sources: 'Juegos de las fuentes',
        sourcesAbout: 'Cada regla cita el texto del que procede',
        more: 'Más juegos',
        moreAbout: 'El Bao para quien aprende, dos juegos de Madagascar y el juego que fue resuelto',
        all: 'Todos los juegos',
    },
    learn: 'Aprender',
    rules: 'Reglas',
    rows: (rows, columns) => `${rows} por ${columns}`,
    lines: {
        hus: 'Sigue sembrando desde cada hoyo que tenía semillas.',
        giuthi: 'Sigue sembrando desde donde terminas, cada vez en el otro sentido.',
        oware: 'Haz doses y treses, y déjale a tu rival una jugada.',
        kujifunza: 'El Bao para aprender: dos en cada hoyo, primero las capturas.',
        kiswahili: 'Plantar, la casa, el impuesto y el bloqueo: el juego completo.',
        kiothi: 'Coloca tus guerreros, ponlos a cubierto, haz prisioneros.',
        bulto: 'Gana hoyos de la fila de tu rival y llénalos.',
        'adji-boto': 'Se siembra una vez por jugada; los unos, treses y cincos son tuyos.',
        fandatsaka: 'Planta semillas desde el comienzo y captura enseguida.',
        sakalava: 'Un Bao con la casa en dos mitades.',
        kalah: 'Siembra hasta tu granero y mueve de nuevo.',
        awari: 'El Oware de los ordenadores: se toman doses y treses.',
    },
    origins: {
        hus: 'Namibia',
        giuthi: 'Kikuyu, Kenia',
        oware: 'Ghana',
        kujifunza: 'África Oriental',
        kiswahili: 'Costa suajili',
        kiothi: 'Meru, Kenia',
        bulto: 'Los borana',
        'adji-boto': 'Surinam',
        fandatsaka: 'Madagascar',
        sakalava: 'Madagascar',
        kalah: 'Estados Unidos',
        awari: 'África Occidental',
    },

    noPage: 'Esa página no existe.',
    noPageAbout: 'Puede que la dirección esté mal escrita o sea antigua.',
    noGame: (name) => `No hay ningún juego llamado «${name}».`,
};
