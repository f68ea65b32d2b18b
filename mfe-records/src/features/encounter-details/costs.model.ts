import type { Money } from '@phr/fhir/datatypes';
import type { Claim, Cost, CostKind } from './sections.entity.ts';

/** The costs of one kind, with what they come to. */
export interface CostGroup {
  readonly id: CostKind;
  readonly costs: readonly Cost[];
  readonly sum?: Money;
}

const KINDS: readonly CostKind[] = ['T_THUOC', 'T_VTYT', 'other'];

/** What an encounter cost: medication, supplies, the rest (D-106); groups without costs are left out. */
export function costGroups(claims: readonly Claim[]): readonly CostGroup[] {
  const all = claims.flatMap(({ costs }) => costs);
  return KINDS.map((id) => {
    const costs = all.filter(({ kind }) => kind === id);
    const sum = sumOf(costs.map(({ amount }) => amount));
    return { id, costs, ...(sum === undefined ? {} : { sum }) };
  }).filter(({ costs }) => costs.length > 0);
}

/** What all claims come to: as they say themselves, else the sum of their items. */
export function totalOf(claims: readonly Claim[]): Money | undefined {
  return sumOf(claims.map(({ total, costs }) => total ?? sumOf(costs.map(({ amount }) => amount))));
}

/** The sum of amounts; undefined when one is missing or in another currency, since a part is not the whole. */
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
