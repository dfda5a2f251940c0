// A Worker with an API of its own.

import { answerOn } from './answering.ts';

answerOn(self);
