// What every page says, in Spanish.  What one page alone says comes with it: see analyse/words.es.ts.
//
// The words chosen, here and in said.es.json, where the library's sentences are:
//     a game (its rules) juego, a game that is played partida, a match encuentro, a move jugada, to move
//     mover, a turn turno, a lap vuelta, a round of a match ronda, a way round the board sentido (horario,
//     antihorario), a step of the ladder peldaño, the ladder escalera, a step of a lesson paso, a stage of
//     a game fase;
//     a position posición, the board tablero, a row fila (delantera, trasera), a rule regla, an option
//     opción; a hole or pit hoyo, seeds semillas, stones piedras, to sow sembrar (siembra), to capture
//     capturar (captura), to relay seguir sembrando (relevo), the facing hole el hoyo de enfrente, to pass
//     over saltar, to pass pasar;
//     a store granero, Giuthi's hoyo de captura, Bao's reserve reserva; to win ganar or vencer, a draw
//     empate; South and North, Sur and Norte, are persons without an article: Sur gana.
// Bao's own words stand beside plain ones: kichwa cabeza, kimbi flanco, nyumba casa (válida or inválida,
// and destroyed: destruida), takata jugada en blanco, mtaji jugada de captura and the harvest, cosecha,
// namua plantar (plantación), takasia bloqueo, kodi impuesto, safari safari.  Kiothi's warriors are
// guerreros, its boma boma, a prison prisión; bulto, mine, mona, boto, nki, tuzdik, kazan stay, and have
// no plural.  The reader is tú; what is quoted stands in « ».

import { many, type Words } from './en.ts';
import said from './said.es.json' with { type: 'json' };
import { composed } from './learned.ts';
import { sayingsOf, type Say } from './sayings.ts';
import type { Language } from './words.svelte.ts';

const asIs = sayingsOf(said, composed);
/** Before ocho and once, o is u. */
const say: Say = (text, of) => asIs(text, of).replace(/ o (?=8|11(?!\d))/g, ' u ');

export const semillas = (n: number): string => many(n, 'semilla', 'semillas');
/** Of a number that has been written already: 1, +1,0, −2,5. */
export const medida = (n: string, one: string, more: string): string => `${n} ${/^[+−]?1(,0)?$/.test(n) ? one : more}`;
export const jugadas = (n: number): string => many(n, 'jugada', 'jugadas');

export const es: Words = {
    code: 'es',

    app: {
        title: 'komwe',
        skip: 'Ir al contenido',
        pages: { home: 'Inicio', play: 'Jugar', games: 'Mis partidas', learn: 'Aprender', puzzles: 'Problemas', analyse: 'Analizar', rules: 'Reglas', write: 'Escribir' },
        about: 'La gente y el juego',
        inGlossary: 'En el glosario',
        menu: 'Menú',
        language: 'Idioma',
        theme: 'Colores',
        look: 'Aspecto',
        sound: 'Sonido',
        sounds: { on: 'Sonido activado.', off: 'Sonido desactivado.' },
        themes: { auto: 'automático', light: 'claro', dark: 'oscuro' },
        opening: 'Abriendo …',
        failed: (why) => `Algo ha fallado: ${why}.`,
        again: 'Intentar de nuevo',
        install: {
            offer: 'Instalar en este dispositivo',
            'by hand': 'Para instalar: Compartir y luego Añadir a pantalla de inicio.',
            no: 'Para instalar: el menú del navegador y luego Añadir a pantalla de inicio.',
            installed: 'Instalado en este dispositivo',
        },
        copied: 'Copiado.',
        copyByHand: 'Tu navegador no deja que la página copie. Copia el texto a mano:',
        missing:
            'No se ha podido cargar esta parte de la página: no hay conexión, o hay una versión nueva de la página.',
    },

    players: ['Sur', 'Norte'],
    place: say,

    board: {
        label: (game, player) => `${game}: el tablero, con ${player} abajo`,
        hole: (name, count, whose) => `${name}, ${whose}: ${semillas(count)}`,
        store: (name, count) => `${name}: ${semillas(count)}`,
        won: (count) => `${count} en total`,
        marks: {
            h: 'casa',
            t: 'hoyo bloqueado',
            k: 'nki',
            b: 'bulto',
            m: 'miné',
            u: 'hoyo por jugar',
            s: 'hijo de Sur',
            n: 'hijo de Norte',
            x: 'hoyo cerrado',
        },
        playable: 'se puede jugar',
        whose: { S: 'de Sur', N: 'de Norte', own: 'tuyo', other: 'de tu rival' },
        of: {
            S: (hole) => `${hole} de Sur`,
            N: (hole) => `${hole} de Norte`,
            own: (hole) => `tu ${hole}`,
            other: (hole) => `${hole} de tu rival`,
        },
        pointed: 'señalado',
        read: 'Leer el tablero',
        row: (first, last, counts) => `De ${first} a ${last}, desde la izquierda: ${counts}.`,
    },

    playback: {
        label: 'La siembra',
        play: 'Reproducir',
        pause: 'Pausa',
        skip: 'Hasta el final',
        back: { seed: 'Una semilla atrás', lap: 'Una vuelta atrás', move: 'Una jugada atrás' },
        on: { seed: 'Una semilla adelante', lap: 'Una vuelta adelante', move: 'Una jugada adelante' },
        where: (at, of) => `${at} de ${of}`,
        scrub: 'Punto de la jugada',
        speed: 'Velocidad',
        speeds: (speed) => (speed === 'adaptive' ? 'adaptable' : speed === 0 ? 'al instante' : `${speed}×`),
    },

    // The subject of what has none is the player.
    describe: {
        plant: (n, to) => `planta ${semillas(n)} en ${to}`,
        lift: (n, from) => `levanta ${semillas(n)} de ${from}`,
        drop: (to, n) => `una en ${to}, ahora ${n}`,
        skip: (to) => `se salta ${to}`,
        relay: (to) => `sigue desde ${to}`,
        turn: 'cambia de sentido',
        capture: (n, from) => `captura ${n} de ${from}`,
        bank: (n, to) => `${n} en ${to}`,
        place: (n, to) => `coloca ${n} en ${to}`,
        tax: (n, from) => `impuesto: ${n} de ${from}`,
        mark: (mark, to) => `${to} pasa a ser ${mark}`,
        unmark: (mark, to) => `${to} ya no es ${mark}`,
        block: (to) => `${to} queda bloqueado`,
        head: (to) => `entra por ${to}`,
        choice: 'una elección',
        stop: (to) => `termina en ${to}`,
        stopped: 'termina',
        pass: 'pasa',
        swap: 'cambia de lado',
        next: (player) => `mueve ${player}`,
        over: 'la partida ha terminado',
        move: (player, move) => `${player}: ${move}.`,
        laps: (n) => many(n, 'vuelta', 'vueltas'),
        took: (n) => `toma ${n}`,
        tookFrom: (n, holes) => `toma ${n} de ${holes}`,
        tookNothing: 'no toma nada',
        stored: (n) => `${n} al granero`,
        refuses: (holes) => `no hace bulto en ${holes}`,
        ended: (to) => `termina en ${to}`,
        again: 'mueve de nuevo',
        firstLap: (to) => `la primera vuelta termina en ${to}`,
        staysAt: (to) => `se detiene en ${to}`,
        goesOnAt: (to) => `sigue en ${to}`,
    },

    play: {
        game: 'Juego',
        newGame: 'Partida nueva',
        start: 'Jugar',
        options: 'Opciones de las reglas',
        range: (least, most) => `Va de ${least} a ${most}.`,
        seat: { S: 'Sur (empieza)', N: 'Norte' },
        human: 'Otra persona en esta pantalla',
        level: (n) => `El motor, nivel ${n}`,
        levels: 'El nivel 1 va bien para una primera partida; el nivel 10 es el más fuerte.',
        you: 'Tú',
        opponent: 'Tu rival',
        yourTurn: 'Te toca',
        toMove: 'tiene el turno',
        isThinking: 'pensando …',
        moves: 'Jugadas',
        noMoves: 'Aún no hay jugadas.',
        undo: 'Deshacer',
        takenBack: (moves) => `Deshecho: ${moves}.`,
        score: (south, north) => `Marcador: ${south} a ${north}.`,
        hint: 'Pista',
        hinted: (move, why) => `${move} parece lo mejor: ${why}.`,
        resign: 'Rendirse',
        resignSure: '¿Te rindes en esta partida?',
        draw: 'Ofrecer empate',
        drawAsked: (player) => `Se ofrece empate a ${player}.`,
        accept: 'Aceptar',
        decline: 'Rechazar',
        declined: (player) => `${player} rechaza el empate.`,
        yes: 'Sí',
        no: 'No',
        pause: 'Poner la partida en pausa',
        goOn: 'Seguir con la partida',
        ringed: 'Elige un hoyo con anillo dorado.',
        keys: 'Con el teclado: las flechas e Intro.',
        taps: 'Tócalo para ver dónde acaba; tócalo otra vez para jugar.',
        turnBoard: 'Girar el tablero',
        previews: 'Mostrar dónde termina una jugada antes de jugarla',
        typed: 'Escribe una jugada',
        typedHelp: 'como en la lista de jugadas; Intro la juega',
        enter: 'Jugarla',
        choose: (hole) => `${hole}: ¿cuál?`,
        ask: {
            way: (hole) => `${hole}: ¿en qué sentido? Toca una flecha.`,
            end: (hole) => `${hole} captura. ¿Por qué extremo entran las semillas?`,
            house: (hole) => `${hole}: ¿detenerse en la casa o sembrarla?`,
            bulto: (hole) => `${hole}: ¿un bulto en qué ocasión? El signo – no hace ninguno.`,
            hand: (hole) => `${hole}: ¿levantar sus guerreros o colocar uno?`,
        },
        askNumber: (n, hole) =>
            `¿Cuántos de los ${n} de ${hole}? Toca donde termina la primera vuelta.`,
        tapAgain: 'Toca otra vez para jugarla.',
        askLift:
            'Primer turno: elige hasta dos de tus hoyos para levantar sus guerreros, o deja todo como está.',
        askPlace: (n) =>
            `${many(n, 'guerrero', 'guerreros')} en la mano: toca un hoyo para cada uno, de tu izquierda a tu derecha, y después en el lado de tu rival.`,
        cancel: 'Cancelar',
        close: 'Cerrar',
        gone: 'Esta partida no está en este navegador: se eliminó, o se empezó en otro.',
        elsewhere: 'Has seguido jugando en otra pestaña.',
        parted:
            'Has seguido jugando en otra pestaña. Tus jugadas de aquí se guardan como una segunda partida, que es la que ves ahora.',
        load: 'Mostrar las últimas jugadas',
        unkept: {
            full: 'No queda sitio en este navegador: esta partida se guarda solo en esta pestaña y se pierde al cerrarla. Elimina partidas que ya no quieras.',
            unavailable:
                'Este navegador no deja que la página guarde partidas, como ocurre en una ventana privada: esta partida se guarda solo en esta pestaña y se pierde al cerrarla.',
        },
        more: (n) => `y ${n} más: escríbelas`,
        ways: {
            left: 'a tu izquierda',
            right: 'a tu derecha',
            up: 'levantar',
            down: 'colocar',
            stay: 'quedarse ahí',
            fromLeft: 'extremo izquierdo, sembrando a tu derecha',
            fromRight: 'extremo derecho, sembrando a tu izquierda',
        },
        menu: 'Más',
        analyse: 'Analizar esta partida',
        kinds: { pass: 'Pasar', swap: 'Cambiar de lado', keep: 'Dejar el resto', lift: 'Levantar', place: 'Colocar', sow: '', plant: '' },
    },

    result: {
        title: 'El final de la partida',
        wins: (player) => `Gana ${player}`,
        youWin: 'Has ganado',
        youLose: 'Has perdido',
        again: 'Jugar otra vez',
        nextRound: 'Ronda siguiente',
        round: (n) => `Ronda ${n}`,
        matchOver: 'El encuentro ha terminado',
        matchWon: (player, you) => (you ? 'Has ganado el encuentro' : `${player} ha ganado el encuentro`),
        roundsWon: (south, s, north, n) => `Rondas ganadas: ${south} ${s}, ${north} ${n}`,
        roundsOf: (n) => many(n, 'ronda ganada', 'rondas ganadas'),
        to: 'a',
        swapped: 'Lados cambiados',
        review: 'Mis errores',
        left: (store, board) => `${store} + ${board} que quedaban en el tablero`,
        share: 'Compartir',
        draw: 'La partida termina en empate',
        ending: {
            rules: '',
            repetition: 'por repetición',
            resignation: 'por rendición',
            agreement: 'de común acuerdo',
        },
        score: (south, north) => `${south} : ${north}`,
        narrow: 'una victoria por la mínima',
    },

    why: {
        button: '¿Por qué?',
        clause: 'La regla',
        source: 'la fuente,',
        as: 'como',
        hasIt: 'lo recoge',
        reading: 'nuestra lectura de la fuente',
    },

    value: {
        seeds: (n) => medida(n, 'semilla', 'semillas'),
        points: (n) => `${n}`,
        wins: (n) => `gana en ${n}`,
        loses: (n) => `pierde en ${n}`,
        proven: 'demostrado',
    },
};

export const language: Language = { words: es, said: say };
