import type { Money } from '@phr/fhir/datatypes';
import type { Claim, Cost, CostKind } from './sections.entity.ts';

/** The costs of one kind, with what they come to. */
export interface CostGroup {
  readonly id: CostKind;
  readonly costs: readonly Cost[];
  readonly sum?: Money;
}

const KINDS: readonly CostKind[] = ['T_THUOC', 'T_VTYT', 'other'];

/** Cost groups of an encounter: medication, supplies, other (D-106); empty groups are omitted. */
export function costGroups(claims: readonly Claim[]): readonly CostGroup[] {
  const all = claims.flatMap(({ costs }) => costs);
  return KINDS.map((id) => {
    const costs = all.filter(({ kind }) => kind === id);
    const sum = sumOf(costs.map(({ amount }) => amount));
    return { id, costs, ...(sum === undefined ? {} : { sum }) };
  }).filter(({ costs }) => costs.length > 0);
}

/** Total of all claims: as stated, else the sum of their items. */
export function totalOf(claims: readonly Claim[]): Money | undefined {
  return sumOf(claims.map(({ total, costs }) => total ?? sumOf(costs.map(({ amount }) => amount))));
}

/** Sum of amounts; undefined if any is missing or in another currency, as a partial sum would mislead. */
function sumOf(amounts: readonly (Money | undefined)[]): Money | undefined {
  const [first] = amounts;
  if (first === undefined) return undefined;
  let value = 0;
  for (const amount of amounts) {
    if (amount?.value === undefined || (amount.currency ?? 'VND') !== (first.currency ?? 'VND')) return undefined;
    value += amount.value;
  }
  return { ...first, value };
}
