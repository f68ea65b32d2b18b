import { allergyIntolerance } from '../resources.ts';

const REACTIONS = ['mild', 'moderate', 'severe'];

/**
 * Sort key of an allergy's danger: high criticality or a severe reaction first. Unassessable criticality ranks above
 * low, as nobody called it harmless.
 */
export function dangerOf(resource: unknown): number {
  const { criticality, reaction = [] } = allergyIntolerance(resource) ?? {};
  const worst = Math.max(0, ...reaction.map(({ severity }) => REACTIONS.indexOf(severity ?? '') + 1));
  return Math.max(criticality === 'high' ? 3 : criticality === 'unable-to-assess' ? 1 : 0, worst);
}
