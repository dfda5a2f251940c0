// The words of the rule language in short, in Spanish: titles and meanings, in the order of the English ones.

import { en, type Guide } from './guide.en.ts';

const said: readonly (readonly [title: string, ...means: string[]])[] = [
    [
        'Cómo se llama el juego',
        'El identificador del juego: letras minúsculas, cifras y guiones. Es la primera línea.',
        'Su nombre, tal como lo ve la gente.',
        'Una frase sobre él.',
        'Quién lo juega, y dónde.',
        'El libro o la página de donde vienen las reglas.',
        'Un comentario, que no cambia nada.',
    ],
    [
        'El tablero y la siembra',
        'Filas, y hoyos en cada fila.',
        'Semillas en cada hoyo al comienzo.',
        'No hay graneros, reciben lo capturado, o además cada jugador siembra en el suyo.',
        'El sentido: antihorario, horario o cualquiera de los dos, a elección del jugador.',
        'Un hoyo con menos semillas no se puede jugar.',
        'Ninguna semilla cae en el hoyo en que empezó la vuelta, o la jugada.',
    ],
    [
        'Dónde cae la última semilla',
        'Cuando una vuelta termina, estas líneas se leen de arriba abajo, y la primera que encaja dice lo que ocurre.',
        'De quién es el lado, o el granero propio.',
        'Si antes había allí semillas.',
        'Cuántas semillas hay allí ahora.',
        'Lo que hay en el hoyo de enfrente.',
        'La jugada ha pasado por el lado del rival.',
        'Van semillas al granero del jugador: de aquí, de enfrente o del siguiente, y hacia adelante o hacia atrás mientras se cumpla algo.',
        'La última semilla va también al granero.',
        'Todas las semillas del hoyo se siguen sembrando en otra vuelta.',
        'La vuelta siguiente va en el otro sentido.',
        'El jugador mueve otra vez.',
        'La jugada ha terminado.',
    ],
    [
        'Obligaciones, y el final de la partida',
        'A un rival sin semillas hay que darle alguna, si es posible.',
        'Quien puede capturar tiene que hacerlo.',
        'La partida termina cuando quien tiene el turno no puede mover.',
        'Termina cuando a un lado no le quedan semillas. Lo que queda es del dueño de los hoyos, de quien mueve, del rival, de nadie, o se reparte por mitades.',
        'Lo que ocurre cuando una posición vuelve.',
    ],
    [
        'Frases y opciones',
        'Tu propia frase para una regla, citada en cada jugada. «reading» dice que la fuente lo deja abierto.',
        'La regla a la que pertenece una línea.',
        'Algo que se puede elegir: un número de un intervalo, o una palabra.',
        'Una línea que cuenta con uno de los valores de una opción.',
    ],
];

export const es: Guide = en.map(({ entries }, i) => {
    const [title, ...means] = said[i]!;
    return { title, entries: entries.map((entry, k) => ({ ...entry, means: means[k]! })) };
});
