import { ContentFault } from '../kit/content/limits.ts';
import { ServerError } from '../kit/server-error.ts';
import {
  FhirError,
  forbidden,
  gone,
  invalid,
  invalidTransition,
  notAcceptable,
  notAllowed,
  notDeletable,
  notFound,
  toOutcome,
} from './fhir-error.ts';

/** An answer in one line: status, severity, code, our own code, words and place. */
function told(error: unknown): string {
  const { status, body } = toOutcome(error);
  const [issue] = body.issue as {
    severity: string;
    code: string;
    details: { coding?: { code: string }[]; text: string };
    diagnostics: string;
    expression?: string[];
  }[];
  const {
    severity,
    code,
    details,
    diagnostics,
    expression = [],
  } = issue ?? { severity: '', code: '', details: { text: '' }, diagnostics: '' };
  expect([body.resourceType, details.text]).toEqual(['OperationOutcome', diagnostics]);
  return [status, severity, code, details.coding?.[0]?.code ?? '–', diagnostics, ...expression].join(' | ');
}

test.each<[string, unknown, string]>([
  [
    'access that is denied',
    forbidden('Patient.id'),
    '403 | error | forbidden | ACCESS_DENIED | Access denied | Patient.id',
  ],
  ['access that is denied as a whole', forbidden(), '403 | error | forbidden | ACCESS_DENIED | Access denied'],
  ['what is not there', notFound(), '404 | error | not-found | NOT_FOUND | There is no such resource'],
  [
    'another method',
    notAllowed(),
    '405 | error | not-supported | METHOD_NOT_ALLOWED | This method is not supported here',
  ],
  ['another form', notAcceptable(), '406 | error | not-supported | NOT_SUPPORTED | Answers are application/fhir+json'],
  ['what was deleted', gone(), '410 | error | deleted | – | The resource was deleted'],
  ['what is not valid', invalid('x', 'a.b'), '400 | error | value | – | x | a.b'],
  ['what is not valid, with a status', invalid('x', undefined, 422), '422 | error | value | – | x'],
  [
    'a change of status',
    invalidTransition('Task', undefined, 'completed', 'Task.status'),
    '409 | error | business-rule | INVALID_TRANSITION | Task cannot change from new to completed | Task.status',
  ],
  [
    'a change of status from another',
    invalidTransition('Task', 'draft', 'completed'),
    '409 | error | business-rule | INVALID_TRANSITION | Task cannot change from draft to completed',
  ],
  [
    'what others entered',
    notDeletable(),
    '403 | error | business-rule | NOT_DELETABLE | Only what the patient entered can be changed or deleted',
  ],
  ['an error of a service', new ServerError('ACCESS_DENIED', 'no'), '403 | error | forbidden | ACCESS_DENIED | no'],
  ['a failure of a service', new ServerError('SERVER_ERROR', 'no'), '500 | fatal | structure | SERVER_ERROR | no'],
  ['JSON that cannot be read', new ContentFault('bad', ''), '400 | error | structure | – | bad'],
  [
    'content beyond a limit',
    new ContentFault('much', 'a.b', 'stringBytes'),
    '413 | error | too-costly | CONTENT_LIMIT | much | a.b',
  ],
  ...['23505', '40001', '40P01'].map((code): [string, unknown, string] => [
    `a conflict of the database ${code}`,
    Object.assign(new Error('sql'), { code }),
    '409 | error | conflict | CONFLICT | The resource was changed at the same time',
  ]),
  ...['08006', '57P01', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].map((code): [string, unknown, string] => [
    `a database that is away ${code}`,
    Object.assign(new Error('sql'), { code }),
    '503 | fatal | transient | – | The record server cannot be used at the moment',
  ]),
  ...(
    [
      [401, 'login'],
      [403, 'forbidden'],
      [404, 'not-found'],
      [409, 'conflict'],
      [413, 'too-costly'],
      [415, 'not-supported'],
      [429, 'throttled'],
      [400, 'structure'],
      [499, 'structure'],
    ] as const
  ).map(([statusCode, code]): [string, unknown, string] => [
    `a refusal with ${statusCode}`,
    Object.assign(new Error('why'), { statusCode }),
    `${statusCode} | error | ${code} | – | why`,
  ]),
  ['a refusal that is no error', { statusCode: 404 }, '404 | error | not-found | – | refused'],
  [
    'a service that is away',
    new ServerError('SERVER_ERROR', 'x', { status: 503 }),
    '503 | fatal | transient | SERVER_ERROR | x',
  ],
  ...[
    Object.assign(new Error('select secret'), { code: '42P01' }),
    Object.assign(new Error('secret'), { statusCode: 502 }),
    Object.assign(new Error('secret'), { statusCode: 302 }),
    Object.assign(new Error('secret'), { statusCode: '404', code: 5 }),
    'secret',
    null,
    undefined,
  ].map((error, at): [string, unknown, string] => [
    `a fault of which nothing is told (${at})`,
    error,
    '500 | fatal | exception | SERVER_ERROR | An error occurred',
  ]),
])('the answer to %s', (_, error, words) => {
  expect(told(error)).toBe(words);
});

test('when to try again is said where a service says it', () => {
  expect(toOutcome(new ServerError('SERVER_ERROR', 'x', { retryAfter: 7 })).headers).toEqual({ 'retry-after': '7' });
  expect([toOutcome(new ServerError('SERVER_ERROR', 'x')).headers, toOutcome(notFound()).headers]).toEqual([{}, {}]);
});

test('an error has the words of its first issue, and says who tried what', () => {
  const tried = { userId: 'an', action: 'read', type: 'rest' } as const;
  const issues = ['a', 'b'].map((diagnostics) => ({ code: 'value', diagnostics }) as const);
  expect(new FhirError(400, issues, tried)).toMatchObject({ message: 'a', issues, tried });
  expect(new FhirError(400, [])).toMatchObject({ message: 'refused' });
  expect(new FhirError(400, issues).tried).toBeUndefined();
});
