import { allergyIntolerance } from '../resources.ts';

const REACTIONS = ['mild', 'moderate', 'severe'];

/**
 * How dangerous an allergy is, for its place in a list: a high criticality or a severe reaction comes first. A criticality that could
 * not be assessed stands above a low one: nobody has said that it is harmless.
 */
export function dangerOf(resource: unknown): number {
  const { criticality, reaction = [] } = allergyIntolerance(resource) ?? {};
  const worst = Math.max(0, ...reaction.map(({ severity }) => REACTIONS.indexOf(severity ?? '') + 1));
  return Math.max(criticality === 'high' ? 3 : criticality === 'unable-to-assess' ? 1 : 0, worst);
}
