import { records } from '../test-backend.ts';

// the same for tests that store entries of every type with nothing in them
Object.assign(records, { upstream: 'medplum', validates: false });
