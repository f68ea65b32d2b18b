import { AppError } from '@phr/contract/app-error';
import { createFakeHost, type Responder } from '@phr/testing/fake-host';
import { reportAddresses } from './report-files.api.ts';

const report = {
  entry: [
    {
      resource: {
        resourceType: 'DiagnosticReport',
        presentedForm: [
          { contentType: 'application/dicom', url: 'k/1.dcm' },
          { contentType: 'application/dicom', url: 'k/2.dcm' },
        ],
      },
    },
  ],
};
const ask = (respond: Responder) => {
  const host = createFakeHost({ respond });
  return {
    host,
    answer: reportAddresses(host.request, 'p1', 'r1', /^application\/dicom\b/i, new AbortController().signal),
  };
};

test("[IMG-13] signs the report's keys in its order and leaves out any the storage does not know", async () => {
  const { host, answer } = ask(({ service }) => (service === 'fhir' ? report : { 'k/2.dcm': 'https://files/2?sig' }));
  expect(await answer).toEqual({ addresses: ['https://files/2?sig'] });
  expect(host.seen.requests).toMatchObject([
    { method: 'GET', path: '/Patient/p1/DiagnosticReport', query: { _id: 'r1' } },
    { method: 'POST', path: '/api/phr/storage/presigned-url-for-download', body: { keys: ['k/1.dcm', 'k/2.dcm'] } },
  ]);
});

test("a report without DICOM files, or another patient's, is missing", async () => {
  await expect(ask(() => ({ entry: [] })).answer).rejects.toMatchObject({ problem: 'missing' });
});

test.each([
  [new AppError({ httpStatus: 403 }), 'denied'],
  [new AppError({ code: 'NETWORK' }), 'offline'],
  [new AppError({ code: 'TIMEOUT' }), 'timeout'],
  [new AppError({ httpStatus: 503 }), 'server'],
])('%s is told as %s', async (error, problem) => {
  await expect(
    ask(() => {
      throw error;
    }).answer,
  ).rejects.toMatchObject({ problem });
});
