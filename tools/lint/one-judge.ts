import type { Rule } from 'eslint';

type ObjectExpression = Parameters<NonNullable<Rule.NodeListener['ObjectExpression']>>[0];
type ArrayExpression = Parameters<NonNullable<Rule.NodeListener['ArrayExpression']>>[0];
type Property = Extract<ObjectExpression['properties'][number], { type: 'Property' }>;

const LEVELS: readonly unknown[] = ['target', 'veryMild', 'mild', 'dangerous', 'veryDangerous'];
const EDGES: readonly string[] = ['below', 'upTo', 'low', 'high'];
/** Codes of HL7 v3 ObservationInterpretation that only a judge has to tell apart. */
const FLAGS: readonly unknown[] = ['HH', 'LL', 'AA', 'HU', 'LU'];

const message =
  'Values are judged by @phr/clinical/assess alone: ask it for a verdict, a scale or what is written (ADR 0065).';

/** Reports a table that would judge values beside the judge: a level by name with an edge by number, or a list of critical flags. */
export const oneJudge: Rule.RuleModule = {
  create: (context) => ({
    ObjectExpression(node) {
      if (isBand(node)) context.report({ node, message });
    },
    ArrayExpression(node) {
      if (hasFlags(node)) context.report({ node, message });
    },
  }),
};

function isBand({ properties }: ObjectExpression): boolean {
  const own = properties.filter((one): one is Property => one.type === 'Property');
  const named = (name: string): Property | undefined =>
    own.find(({ key }) => key.type === 'Identifier' && key.name === name);
  const level = named('level')?.value;
  return (
    level?.type === 'Literal' &&
    LEVELS.includes(level.value) &&
    EDGES.some((edge) => {
      const value = named(edge)?.value;
      return value?.type === 'Literal' && typeof value.value === 'number';
    })
  );
}

function hasFlags({ elements }: ArrayExpression): boolean {
  return elements.some((element) => element?.type === 'Literal' && FLAGS.includes(element.value));
}
