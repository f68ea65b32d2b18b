import { mountView } from '@phr/module-kit/mount';
import { testListsThatFail } from '@phr/testing/lists-that-fail';
import module from './module.ts';

testListsThatFail(mountView, module, [
  '/health-indexes',
  '/health-details/bloodPressures?view=table',
  '/health-details/ecgs?view=table',
  '/bg-board',
  '/health-boards/weights',
  '/vs-monitor',
]);
