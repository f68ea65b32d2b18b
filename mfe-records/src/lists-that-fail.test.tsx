import { mountView } from '@phr/module-kit/mount';
import { testListsThatFail } from '@phr/testing/lists-that-fail';
import module from './module.ts';

testListsThatFail(mountView, module, [
  '/record',
  '/encounters',
  '/conditions',
  '/medicines',
  '/medicine-details/m1',
  '/allergies',
  '/immunizations',
  '/patient-consents',
  '/questionnaires',
  '/observations-list',
  '/results',
  '/lab-observations',
  '/voucher',
  '/link-profile',
  '/encounter-risk-assessment/e1',
  '/report-boards/LAB',
  '/questionnaire-responses/q1',
]);
