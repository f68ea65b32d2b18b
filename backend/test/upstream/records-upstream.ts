import { records } from '../test-backend.ts';

// imported before tests that then run with the records on another server
records.upstream = 'own';
