import { AppError } from '@phr/contract/app-error';
import { errorFromAnswer, errorFromNetwork, errorFromTimeout, sourceOf } from './error-from.ts';
import { errorKey } from './error-key.ts';
import { errorNotice } from './error-notice.ts';

const outcome = (code: string, text?: string) => ({
  resourceType: 'OperationOutcome',
  issue: [{ severity: 'error', code, ...(text ? { details: { text } } : {}) }],
});

test('[ERR-01, ERR-02] an error without anything has code 500 and the default message', () => {
  expect(new AppError()).toMatchObject({ code: '500', message: 'An error occurred', source: 'PHR_API' });
  expect(new AppError({ httpStatus: 418 }).code).toBe('418');
});

test('[ERR-03] each service is its own error source', () => {
  expect((['identity', 'emr', 'directory', 'admin', 'phr', 'fhir'] as const).map(sourceOf)).toEqual([
    'ID_SERVER',
    'EMR_API',
    'ONECLINIC_SERVER',
    'MEDRECORD_ADMIN',
    'PHR_API',
    'FHIR_SERVER',
  ]);
});

test('[ERR-04] 401 means not signed in, whatever the server calls it', () => {
  expect(errorKey(errorFromAnswer('phr', 401, undefined))).toBe('error.unauthorized');
  expect(errorKey(errorFromAnswer('phr', 401, { code: 'UNAUTHORIZED' }))).toBe('error.unauthorized');
  expect(errorKey(errorFromAnswer('fhir', 401, outcome('login')))).toBe('error.unauthorized');
  expect(errorKey(errorFromAnswer('fhir', 401, outcome('expired')))).toBe('error.unauthorized');
  expect(errorFromAnswer('fhir', 401, outcome('forbidden'))).toMatchObject({ code: 'UNAUTHORIZED' });
  expect(errorKey(errorFromAnswer('directory', 401, { code: 'JWT_EXPIRED' }))).toBe('error.unauthorized');
  expect(errorKey(new AppError({ code: 'UNAUTHORIZED' }))).toBe('error.unauthorized');
});

test('[ERR-05] 403, "Access Denied" and the FHIR variant mean restricted access', () => {
  expect(errorKey(errorFromAnswer('phr', 403, {}))).toBe('error.accessRestricted');
  // reported as the same refusal, whichever service refuses
  expect(errorFromAnswer('phr', 403, '<html>')).toMatchObject({ code: 'ACCESS_DENIED', httpStatus: 403 });
  expect(errorKey(errorFromAnswer('admin', 400, { code: 'X', message: 'Access Denied' }))).toBe(
    'error.accessRestricted',
  );
  expect(errorKey(errorFromAnswer('fhir', 403, outcome('forbidden')))).toBe('error.accessRestricted');
});

test('[ERR-06] 500 and what nobody knows mean that an error occurred', () => {
  expect(errorKey(errorFromAnswer('phr', 500, undefined))).toBe('error.default');
  expect(errorKey(errorFromAnswer('phr', 418, { code: 'TEAPOT' }))).toBe('error.default');
});

test('[ERR-07, ERR-08] time-out and unreachable services have words of their own', () => {
  expect(errorKey(errorFromTimeout('phr'))).toBe('error.timeout');
  expect(errorKey(errorFromNetwork('identity', undefined))).toBe('error.identityUnreachable');
  expect(errorKey(errorFromNetwork('fhir', undefined))).toBe('error.recordServerUnreachable');
});

test("[ERR-12] a refusal of the record server is a FHIR error with the server's words as detail", () => {
  const error = errorFromAnswer('fhir', 400, outcome('invalid', 'Bundle.entry[3]: status is missing'));
  expect(error).toMatchObject({
    code: 'FHIR_REQ_ERR',
    detail: 'Bundle.entry[3]: status is missing',
    httpStatus: 400,
    source: 'FHIR_SERVER',
  });
  expect(errorKey(error)).toBe('error.fhirRequest');
});

test("[ERR-26] describes an error by detail.message or detail, never by a path or developers' words", () => {
  const t = (key: string) => key;
  expect(errorNotice(new AppError({ code: 'SLOT_TAKEN', detail: { message: 'Mời chọn giờ khác' } }), t)).toEqual({
    type: 'error',
    title: 'booking.slotTaken',
    description: 'Mời chọn giờ khác',
  });
  expect(errorNotice(errorFromAnswer('fhir', 422, outcome('invalid', 'Ngày không có thật')), t)).toMatchObject({
    title: 'error.fhirRequest',
    description: 'Ngày không có thật',
  });
  expect(
    errorNotice(
      errorFromAnswer('fhir', 422, {
        resourceType: 'OperationOutcome',
        issue: [{ code: 'invalid', diagnostics: 'Bundle.entry[3] is bad' }],
      }),
      t,
    ),
  ).not.toHaveProperty('description');
  expect(
    errorNotice(new AppError({ code: 'FORM_INPUT_INVALID', detail: { message: 'task.owner' } }), t),
  ).not.toHaveProperty('description');
  expect(errorNotice(new TypeError('x is not a function'), t)).toEqual({ type: 'error', title: 'error.default' });
});

test.each([
  ['ERR-09', 'DuplicateUserName', 'error.duplicateUserName'],
  ['ERR-10', 'InvalidPhoneNumber', 'error.invalidPhoneNumber'],
  ['ERR-11', 'InvalidToken', 'error.invalidToken'],
  ['ERR-13', 'FORM_INPUT_INVALID', 'error.formInvalid'],
])('[%s] %s has words of its own', (_row, code, key) => {
  expect(errorKey(errorFromAnswer('phr', 400, { code }))).toBe(key);
});

test("[ERR-25] looks up an error toast's title by code, message, source, then status, else the default", () => {
  const title = (error: ConstructorParameters<typeof AppError>[0]) =>
    errorNotice(new AppError(error), (key) => key).title;
  expect(title({ code: 'SLOT_TAKEN', message: 'Access Denied', httpStatus: 401, source: 'ID_SERVER' })).toBe(
    'booking.slotTaken',
  );
  expect(title({ code: 'WHATEVER', message: 'Access Denied', httpStatus: 401 })).toBe('error.accessRestricted');
  expect([title({ code: 'NETWORK', source: 'ID_SERVER' }), title({ code: 'NETWORK', source: 'FHIR_SERVER' })]).toEqual([
    'error.identityUnreachable',
    'error.recordServerUnreachable',
  ]);
  expect(title({ code: 'WHATEVER', httpStatus: 401 })).toBe('error.unauthorized');
  expect([title({ code: 'WHATEVER', httpStatus: 418 }), title({})]).toEqual(['error.default', 'error.default']);
});

test('a version that was changed elsewhere is a conflict; a search that finds too many is not', () => {
  expect(errorKey(errorFromAnswer('fhir', 412, outcome('conflict')))).toBe('error.conflict');
  expect(errorFromAnswer('fhir', 412, outcome('multiple-matches')).code).toBe('FHIR_REQ_ERR');
});

test('[STO-08] a file above the limit is told with what to do', () => {
  expect(errorNotice(new AppError({ code: 'UPLOAD_LIMIT', httpStatus: 413 }), (key) => key)).toEqual({
    type: 'error',
    title: 'upload.limitExceeded',
    description: 'upload.reduceSize',
  });
});

test.each([
  [404, 'error.notFound'],
  [429, 'error.tooManyRequests'],
  [502, 'error.unavailable'],
  [503, 'error.unavailable'],
  [504, 'error.timeout'],
  [400, 'error.default'],
  [409, 'error.default'],
])('an answer of %i whose code nobody knows, or without one, is told as %s', (status, key) => {
  for (const body of [undefined, '<html>Bad gateway</html>', { code: 'UPSTREAM_X', message: 'upstream said no' }])
    expect(errorKey(errorFromAnswer('phr', status, body))).toBe(key);
});
