import {
  asSelfReported,
  isIssued,
  isSearchKey,
  personalKindOf,
  provenKind,
  refuseIssuedNumbers,
} from './official-numbers.ts';
import type { Resource } from './resource.ts';

const number = (kind: string, more: object = {}) => ({
  system: `https://phr.example/sid/${kind}`,
  value: '1',
  ...more,
});
const typed = (code: string) => ({ value: '1', type: { coding: [{ code }] } });
const PROVEN = { assigner: { display: 'Bộ Công an' } };

test.each<[string, unknown, issued: boolean, kind: string | undefined, proven: string | undefined, key: boolean]>([
  ['an internal number', number('pi'), true, undefined, undefined, true],
  ['a number of a hospital', number('ma'), true, undefined, undefined, true],
  ['any other number of the product', number('other'), true, undefined, undefined, true],
  ['what is called an internal number', typed('PI'), true, undefined, undefined, true],
  ['what is called a number of a hospital', typed('MA'), true, undefined, undefined, true],
  ['a national number that the person told', number('naid'), false, 'NaID', undefined, false],
  ['a national number that was confirmed', number('naid', PROVEN), false, 'NaID', 'NaID', true],
  ['a number of the social insurance', number('sb'), false, 'SB', undefined, false],
  ['what is called a national number', typed('NaID'), false, 'NaID', undefined, false],
  ['a foreign number', { system: 's', value: '1', ...PROVEN }, false, undefined, undefined, true],
  ['what is no number', 'x', false, undefined, undefined, true],
])('%s', (_, value, issued, kind, proven, key) => {
  expect([isIssued(value), personalKindOf(value), provenKind(value), isSearchKey(value)]).toEqual([
    issued,
    kind,
    proven,
    key,
  ]);
});

test('what a person tells loses the issuer that it names, and all else stays', () => {
  expect(asSelfReported(number('naid', PROVEN))).toEqual(number('naid'));
  const foreign = { system: 's', value: '1', ...PROVEN };
  expect([asSelfReported(foreign), asSelfReported('x')]).toEqual([foreign, 'x']);
});

describe('numbers of the product in an entry that a person writes', () => {
  const report = (identifier?: unknown, resourceType = 'DiagnosticReport'): Resource => ({
    resourceType,
    ...(identifier === undefined ? {} : { identifier }),
  });
  const placeOf = (resource: Resource, stored?: Resource): unknown => {
    try {
      refuseIssuedNumbers(resource, stored, 'entry[0]');
      return 'taken';
    } catch (error) {
      const { statusCode, issues } = error as { statusCode: number; issues: { expression: string }[] };
      return [statusCode, issues[0]?.expression];
    }
  };

  test('are refused with their place, unless they are there already', () => {
    expect(placeOf(report([{ system: 's', value: '1' }, number('pi')]))).toEqual([422, 'entry[0].identifier[1]']);
    expect(placeOf(report(number('pi'), 'Composition'))).toEqual([422, 'entry[0].identifier']);
    expect(placeOf(report([number('pi')]), report([number('pi')]))).toBe('taken');
    expect(placeOf(report([number('pi', { value: '2' })]), report([number('pi')]))).toEqual([
      422,
      'entry[0].identifier[0]',
    ]);
  });

  test('are no matter in an entry of a person, or without any', () => {
    expect([placeOf(report([number('pi')], 'Patient')), placeOf(report())]).toEqual(['taken', 'taken']);
  });
});
