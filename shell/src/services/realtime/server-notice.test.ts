import { inWords } from './server-notice.ts';

const words = (key: string) => `<${key}>`;

test('[NOTI-05] a message whose code has words is told in them; any other as it came', () => {
  expect(inWords({ type: 'error', title: 'Measurement data …', code: 'OUT_OF_SESSION' }, words)).toEqual({
    type: 'error',
    title: '<device.outOfShareSession>',
    code: 'OUT_OF_SESSION',
  });
  expect(inWords({ type: 'info', title: 'Xin chào', code: 'GREETING' }, words)).toEqual({
    type: 'info',
    title: 'Xin chào',
    code: 'GREETING',
  });
  expect(inWords({ type: 'info', title: 'Xin chào' }, words)).toEqual({ type: 'info', title: 'Xin chào' });
});
