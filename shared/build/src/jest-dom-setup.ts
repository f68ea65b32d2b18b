import { configure } from '@testing-library/dom';
import '@testing-library/jest-dom';

// Generous for busy machines, but below the test timeout (jest.config.ts), so that the message says what did not
// appear.
configure({ asyncUtilTimeout: 10_000 });

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
