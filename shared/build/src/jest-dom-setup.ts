import { configure } from '@testing-library/dom';
import '@testing-library/jest-dom';

// What is waited for comes at once on a free machine; a busy one gets the time it needs. Less than a test's own limit (jest.config.ts), so that
// the message says what did not come.
configure({ asyncUtilTimeout: 10_000 });

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
