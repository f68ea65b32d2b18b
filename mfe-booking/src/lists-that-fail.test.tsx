import { mountView } from '@phr/module-kit/mount';
import { testListsThatFail } from '@phr/testing/lists-that-fail';
import module from './module.ts';

testListsThatFail(mountView, module, ['/appointments', '/appointment-create']);
