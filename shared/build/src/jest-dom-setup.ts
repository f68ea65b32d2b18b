import { configure } from '@testing-library/dom';
import '@testing-library/jest-dom';

// What is waited for comes at once on a free machine; a busy one gets the time it needs.
configure({ asyncUtilTimeout: 15_000 });

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
