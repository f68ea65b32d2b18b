import { setFlagsFromString } from 'node:v8';

// Disables V8 allocation-site pretenuring: one large bundle made all later transactions a quarter slower (ADR 0007).
setFlagsFromString('--no-allocation-site-pretenuring');
