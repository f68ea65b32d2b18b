import type { Rule } from 'eslint';
import ts from 'typescript';

type Node = NonNullable<ReturnType<Rule.RuleContext['sourceCode']['getNodeByRangeIndex']>>;
/** The parts of the parser's type information that are used here. */
interface Types {
  readonly program?: ts.Program | null;
  readonly esTreeNodeToTSNodeMap: { get(node: Node): ts.Node };
}

const LEVELS: readonly unknown[] = ['target', 'veryMild', 'mild', 'dangerous', 'veryDangerous'];
/** No other list has these words. */
const OWN_LEVELS: readonly unknown[] = ['veryMild', 'dangerous', 'veryDangerous'];
const CRITICAL: readonly unknown[] = ['HH', 'LL', 'AA', 'HU', 'LU'];
const VERDICTS: readonly unknown[] = [...LEVELS, ...CRITICAL, 'H', 'L', 'high', 'low', 'slightlyHigh', 'slightlyLow'];
const KEY = /^(?:level|risk|said)\.(?:risk\.)?([a-zA-Z]+)$/;
const RELATION = /^[<>]=?$/;
const EQUALITY = /^[=!]==?$/;
/**
 * Codes of interpretations: only shared/clinical/src/assess reads what a laboratory or this product noted beside a
 * number.
 */
const FLAGS: readonly unknown[] = ['H', 'L', ...CRITICAL];
const EDGES: readonly unknown[] = [
  'below',
  'upTo',
  'low',
  'high',
  'from',
  'to',
  'min',
  'max',
  'over',
  'under',
  'above',
];
/** Where the clinical limits are declared. */
const JUDGE = /shared\/clinical\/src\/assess\//;

/**
 * Values are judged in shared/clinical/src/assess only (ADR 0065, 0082). Elsewhere a level, flag or side is read from a
 * verdict: code does not choose one by comparing numbers, does not list one next to a number in a table, and compares
 * no number with a range of the judge or of a result, nor a measured number with a literal (`figures: false` for values
 * that are not readings, such as image samples or generated data).
 */
export const oneJudge: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object', properties: { figures: { type: 'boolean' } }, additionalProperties: false }],
    defaultOptions: [{ figures: true }],
    messages: {
      judges:
        'Values are judged by @phr/clinical/assess: ask it for a verdict, a scale or what is written (ADR 0065, 0082).',
    },
  },
  create(context) {
    const report = (node: Node): void => context.report({ node, messageId: 'judges' });
    const isOfJudge = declaredByJudge(context);
    const [{ figures: hasFigures = true } = {}] = context.options as readonly { readonly figures?: boolean }[];
    return {
      ObjectExpression({ properties }) {
        const own = properties.flatMap((one) => (one.type === 'Property' ? [one] : []));
        const level = own.find(({ key, value }) => nameOf(key) === 'level' && LEVELS.includes(wordOf(value)));
        const isTable = own.some(({ key, value }) => isNumber(value) || EDGES.includes(nameOf(key)) || isTest(value));
        // a verdict with another level is a judge of its own, too
        if (level !== undefined && isTable) report(level);
        if (properties.some(({ type }) => type === 'SpreadElement'))
          for (const one of own) if (nameOf(one.key) === 'level' && saysLevel(one.value)) report(one);
        const flagged = own.filter(({ key, value }) => FLAGS.includes(nameOf(key)) && !isWords(value));
        if (flagged.length > 1) for (const one of flagged) report(one);
        for (const one of own) if (OWN_LEVELS.includes(nameOf(one.key)) && isNumber(one.value)) report(one);
      },
      ArrayExpression({ elements }) {
        const words = elements.filter((one) => one !== null && VERDICTS.includes(wordOf(one)));
        const isTable = elements.some((one) => one !== null && isNumber(one));
        for (const word of words) if (word !== null && (isTable || CRITICAL.includes(wordOf(word)))) report(word);
      },
      Literal(node) {
        if (isVerdict(node) && isChosen(node, context)) report(node);
      },
      MemberExpression(node) {
        if (node.computed ? isListOfVerdicts(node.object) : isOwnLevel(node.property) && isChosen(node, context))
          report(node);
      },
      BinaryExpression(node) {
        const sides = [node.left, node.right];
        if (RELATION.test(node.operator)) {
          const isOfRange = sides.some((side) => holdsEdge(side, node, context) || isOfJudge(side));
          if (isOfRange || (hasFigures && isAgainstFigure([node.left, node.right], node, context))) report(node);
        }
        if (EQUALITY.test(node.operator) && sides.some((side) => FLAGS.includes(wordOf(side)))) report(node);
      },
      'TSAsExpression > TSTypeReference[typeName.name=/^(Risk)?Level$/]': report,
      'JSXAttribute[name.name="level"] > Literal'(node: Rule.Node) {
        if (LEVELS.includes(wordOf(node))) report(node);
      },
    };
  },
};

const nameOf = (node: Node): unknown =>
  node.type === 'Identifier' ? node.name : node.type === 'Literal' ? node.value : undefined;
const wordOf = (node: Node): unknown => (node.type === 'Literal' ? node.value : undefined);
const isNumber = (node: Node): boolean =>
  typeof wordOf(node) === 'number' || (node.type === 'UnaryExpression' && typeof wordOf(node.argument) === 'number');
const isVerdict = (node: Node): boolean => {
  const word = wordOf(node);
  return VERDICTS.includes(word) || (typeof word === 'string' && VERDICTS.includes(KEY.exec(word)?.[1]));
};

/** What a code is called, in each language. */
const isWords = (node: Node): boolean => node.type === 'CallExpression' && nameOf(node.callee) === 'localized';

/** A level as it is, or as one answer of a condition. */
function saysLevel(node: Node): boolean {
  if (node.type === 'LogicalExpression') return [node.left, node.right].some(saysLevel);
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].some(saysLevel);
  return LEVELS.includes(wordOf(node));
}

const isOwnLevel = (node: Node): boolean => OWN_LEVELS.includes(nameOf(node));
/** A function that compares numbers: `(value) => value > 7`. */
const isTest = (node: Node): boolean => node.type === 'ArrowFunctionExpression' && comparesNumbers(node.body);

/** The words that a number could choose between: LEVELS, ['target', 'mild'], { true: 'dangerous' }. */
function isListOfVerdicts(node: Node): boolean {
  if (node.type === 'Identifier') return node.name === 'LEVELS';
  if (node.type === 'ArrayExpression') return node.elements.some((one) => one !== null && isVerdict(one));
  return (
    node.type === 'ObjectExpression' && node.properties.some((one) => one.type === 'Property' && isVerdict(one.value))
  );
}

/**
 * True for an expression in a branch of a condition, or to the right of && and ||. A level name that is used for
 * nothing else counts in any branch; the other verdict words count where the condition compares numbers.
 */
function isChosen(node: Rule.Node, context: Rule.RuleContext): boolean {
  let isOwn = isOwnLevel(node.type === 'MemberExpression' ? node.property : node);
  const decides = (test: Node | null | undefined): boolean =>
    test != null && (isOwn || comparesNumbers(test, (name) => valueOf(name, node, context)));
  for (let [child, parent] = [node, node.parent]; parent !== null; [child, parent] = [parent, parent.parent]) {
    if (/Function/.test(parent.type)) return false;
    // the argument of a function call, for example to look up the text of a level, decides nothing
    if (parent.type === 'CallExpression') isOwn = false;
    // a verdict that is compared is read, not made
    if (parent.type === 'BinaryExpression' || (parent.type === 'SwitchCase' && parent.test === child)) return false;
    if (parent.type === 'ConditionalExpression' || parent.type === 'IfStatement')
      if (parent.test !== child && decides(parent.test)) return true;
    if (parent.type === 'SwitchCase' && decides(parent.test)) return true;
    if (parent.type === 'LogicalExpression' && parent.right === child && decides(parent.left)) return true;
  }
  return false;
}

interface Declaration {
  readonly id?: Node;
  readonly init?: Node | null;
}

/** The value of a name that is a constant in this file. */
const valueOf = (name: string, node: Rule.Node, context: Rule.RuleContext): Node | undefined =>
  declarationOf(name, node, context)?.init ?? undefined;

function declarationOf(name: string, node: Rule.Node, { sourceCode }: Rule.RuleContext): Declaration | undefined {
  for (
    let scope: ReturnType<typeof sourceCode.getScope> | null = sourceCode.getScope(node);
    scope;
    scope = scope.upper
  ) {
    const place: unknown = scope.set.get(name)?.defs[0]?.node;
    if (typeof place === 'object' && place !== null && 'init' in place) return place as Declaration;
  }
  return undefined;
}

function comparesNumbers(test: Node, valueOfName?: (name: string) => Node | undefined): boolean {
  if (test.type === 'BinaryExpression') return RELATION.test(test.operator) && !isOfLength(test);
  if (test.type === 'LogicalExpression')
    return [test.left, test.right].some((side) => comparesNumbers(side, valueOfName));
  if (test.type === 'UnaryExpression') return comparesNumbers(test.argument, valueOfName);
  const name = test.type === 'CallExpression' ? nameOf(test.callee) : nameOf(test);
  const value = typeof name === 'string' ? valueOfName?.(name) : undefined;
  return value !== undefined && (isTest(value) || comparesNumbers(value));
}

/** How many there are of something is no measured value. */
const isOfLength = ({ left, right }: Extract<Node, { type: 'BinaryExpression' }>): boolean =>
  [left, right].some(
    (side) => side.type === 'MemberExpression' && ['length', 'size'].some((name) => name === nameOf(side.property)),
  );

/** An operand without `?.` and without its fallback value. */
function plainOf(node: Node): Node {
  if (node.type === 'LogicalExpression') return plainOf(node.left);
  return node.type === 'ChainExpression' ? node.expression : node;
}

/** `range.low.value`, `high?.value`: a limit of a range that came with a result. */
function isEdge(node: Node): boolean {
  const plain = plainOf(node);
  if (plain.type !== 'MemberExpression' || nameOf(plain.property) !== 'value') return false;
  const holder = plain.object.type === 'MemberExpression' ? plain.object.property : plain.object;
  return EDGE_NAMES.includes(nameOf(holder));
}
const EDGE_NAMES: readonly unknown[] = ['low', 'high'];

/**
 * Whether an operand contains a limit of a range, also by way of a constant: `Number(high?.value)`, `const [min] =
 * [low.value]`.
 */
function holdsEdge(node: Node, from: Rule.Node, context: Rule.RuleContext): boolean {
  const holds = (one: Node | null | undefined): boolean => one != null && holdsEdge(one, from, context);
  const plain = plainOf(node);
  if (isEdge(plain)) return true;
  if (node.type === 'LogicalExpression') return holds(node.left) || holds(node.right);
  if (plain.type === 'CallExpression') return plain.arguments.some(holds);
  if (plain.type === 'BinaryExpression') return [plain.left, plain.right].some(holds);
  if (plain.type === 'ArrayExpression') return plain.elements.some(holds);
  if (plain.type !== 'Identifier') return false;
  const place = declarationOf(plain.name, from, context);
  if (place?.init == null || place.init === node) return false;
  return isValueOfEdge(place, plain.name) || holds(place.init);
}

/** `const { value: top = 9 } = range.high`. */
function isValueOfEdge({ id, init }: Declaration, name: string): boolean {
  if (id?.type !== 'ObjectPattern' || init == null) return false;
  const isNamed = id.properties.some(
    (one) =>
      one.type === 'Property' &&
      nameOf(one.key) === 'value' &&
      nameOf(one.value.type === 'AssignmentPattern' ? one.value.left : one.value) === name,
  );
  const holder = plainOf(init);
  return isNamed && EDGE_NAMES.includes(nameOf(holder.type === 'MemberExpression' ? holder.property : holder));
}

/** Names of measured numbers. */
const MEASURED: readonly unknown[] = [
  'value',
  'amount',
  'systolic',
  'diastolic',
  'pulse',
  'glucose',
  'spo2',
  'temperature',
];

/**
 * True if a measured number is compared with a literal: whatever depends on it, a colour or words, is a verdict.
 * Comparing with 0 is allowed.
 */
function isAgainstFigure([left, right]: readonly [Node, Node], from: Rule.Node, context: Rule.RuleContext): boolean {
  const isMeasured = (node: Node): boolean => {
    const plain = plainOf(node);
    if (plain.type === 'CallExpression') return plain.arguments.some(isMeasured);
    if (plain.type === 'BinaryExpression') return [plain.left, plain.right].some(isMeasured);
    if (plain.type === 'MemberExpression') return MEASURED.includes(nameOf(plain.property));
    if (plain.type !== 'Identifier') return false;
    const place = declarationOf(plain.name, from, context);
    const isOwn = place?.id?.type === 'Identifier' && place.init != null && place.init !== node;
    return MEASURED.includes(plain.name) || (isOwn && place.init != null && isMeasured(place.init));
  };
  const isFigure = (node: Node): boolean => {
    const found = (node.type === 'Identifier' ? valueOf(node.name, from, context) : undefined) ?? node;
    return isNumber(found) && wordOf(found) !== 0;
  };
  return (isMeasured(left) && isFigure(right)) || (isFigure(left) && isMeasured(right));
}

/**
 * True if an operand is a number of a range, band or step made by the judge; always false if the linter has no types.
 */
function declaredByJudge(context: Rule.RuleContext): (node: Node) => boolean {
  const { program, esTreeNodeToTSNodeMap: places } = context.sourceCode.parserServices as unknown as Types;
  const checker = program?.getTypeChecker();
  if (checker === undefined) return () => false;
  const isDeclared = (symbol: ts.Symbol | undefined): boolean =>
    symbol?.declarations?.some((one) => {
      if (ts.isPropertySignature(one)) return JUDGE.test(one.getSourceFile().fileName);
      if (!ts.isBindingElement(one)) return false;
      const name = one.propertyName ?? one.name;
      return isDeclared(checker.getTypeAtLocation(one.parent).getProperty(name.getText()));
    }) ?? false;
  return (node) => {
    const plain = plainOf(node);
    if (plain.type !== 'MemberExpression' && plain.type !== 'Identifier') return false;
    return isDeclared(
      checker.getSymbolAtLocation(places.get(plain.type === 'MemberExpression' ? plain.property : plain)),
    );
  };
}
