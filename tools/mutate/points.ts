// Break points: the places of a source file where one small change should make a test fail.
import ts from 'typescript';

export interface Point {
  /** Path from the root, with '/'. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** What is changed, e.g. '< to <=', 'condition true', 'call removed'. */
  readonly kind: string;
  /**
   * The line with the changed part in ⟦⟧: it identifies the point as long as the line stays the same, even when it
   * moves.
   */
  readonly code: string;
  readonly start: number;
  readonly end: number;
  /** The text between start and end in the mutated file. */
  readonly text: string;
}

type Change = readonly [kind: string, node: ts.Node, text: string];

const SWAPS: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.EqualsEqualsToken, '!='],
  [ts.SyntaxKind.ExclamationEqualsToken, '=='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.PlusEqualsToken, '-='],
  [ts.SyntaxKind.MinusEqualsToken, '+='],
]);
const EQUALITY = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);

const isText = (node: ts.Node): boolean => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

function operatorChanges(node: ts.Node): readonly Change[] {
  if (!ts.isBinaryExpression(node)) return [];
  const { left, operatorToken: operator, right } = node;
  const swap = SWAPS.get(operator.kind);
  if (swap === undefined || (operator.kind === ts.SyntaxKind.PlusToken && (isText(left) || isText(right)))) return [];
  return [[`${operator.getText()} to ${swap}`, operator, swap]];
}

function conditionChanges(node: ts.Node): readonly Change[] {
  const forced = (condition: ts.Expression, ...values: readonly string[]): readonly Change[] =>
    values.map((value) => [`condition ${value}`, condition, value]);
  if (ts.isIfStatement(node)) return forced(node.expression, 'true', 'false');
  if (ts.isConditionalExpression(node)) return forced(node.condition, 'true', 'false');
  if (ts.isWhileStatement(node)) return forced(node.expression, 'false');
  return ts.isForStatement(node) && node.condition !== undefined ? forced(node.condition, 'false') : [];
}

/** The outermost expression whose value this one may be: (x), x ?? y, a ? x : y. */
function wholeOf(node: ts.Node): ts.Node {
  const { parent } = node;
  const isWrapped =
    ts.isParenthesizedExpression(parent) ||
    ts.isAsExpression(parent) ||
    (ts.isConditionalExpression(parent) && parent.condition !== node) ||
    (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken);
  return isWrapped ? wholeOf(parent) : node;
}

function isComparedOrReturned(node: ts.Node): boolean {
  const whole = wholeOf(node);
  const { parent } = whole;
  if (ts.isBinaryExpression(parent)) return EQUALITY.has(parent.operatorToken.kind);
  return (
    ts.isCaseClause(parent) || ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && parent.body === whole)
  );
}

function literalChanges(node: ts.Node): readonly Change[] {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [['true to false', node, 'false']];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [['false to true', node, 'true']];
  if (ts.isNumericLiteral(node)) {
    const value = Number(node.text);
    return [1, -1].map((by) => [`number ${by > 0 ? '+1' : '-1'}`, node, value + by < 0 ? '(-1)' : String(value + by)]);
  }
  return ts.isStringLiteralLike(node) && isComparedOrReturned(node) ? [['text', node, "'~'"]] : [];
}

/** Whether the statement leaves its function early: it is in an if, a loop or a switch. */
function isEarly(node: ts.Node): boolean {
  for (let at = node.parent; at !== undefined && !ts.isFunctionLike(at); at = at.parent)
    if (ts.isIfStatement(at) || ts.isIterationStatement(at, false) || ts.isCaseOrDefaultClause(at)) return true;
  return false;
}

function statementChanges(node: ts.Node): readonly Change[] {
  if (ts.isReturnStatement(node)) return isEarly(node) ? [['return removed', node, ';']] : [];
  if (!ts.isExpressionStatement(node)) return [];
  const inner = ts.isAwaitExpression(node.expression) || ts.isVoidExpression(node.expression);
  const call = inner ? (node.expression as ts.AwaitExpression).expression : node.expression;
  if (!ts.isCallExpression(call) || call.expression.kind === ts.SyntaxKind.SuperKeyword) return [];
  return call.expression.getText().startsWith('console.') ? [] : [['call removed', node, ';']];
}

/** All break points of a file, in the order of its text. */
export function pointsOf(file: string, source: string): readonly Point[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const points: Point[] = [];
  const add = ([kind, node, text]: Change): void => {
    const [start, end] = [node.getStart(tree), node.getEnd()];
    const { line, character } = tree.getLineAndCharacterOfPosition(start);
    const lineEnd = source.indexOf('\n', end) < 0 ? source.length : source.indexOf('\n', end);
    const before = source.slice(start - character, start).trimStart();
    const code = `${before}⟦${source.slice(start, end)}⟧${source.slice(end, lineEnd)}`.replace(/\s+/g, ' ').trim();
    points.push({ file, line: line + 1, column: character + 1, kind, code, start, end, text });
  };
  const visit = (node: ts.Node): void => {
    // types are checked by the compiler; imports and enums have no behaviour to change
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    for (const changesOf of [operatorChanges, conditionChanges, literalChanges, statementChanges])
      changesOf(node).forEach(add);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return points.toSorted((a, b) => a.start - b.start);
}

/** The name under which a point is reported: file:line:column kind. */
export const nameOf = ({ file, line, column, kind }: Point): string => `${file}:${line}:${column} ${kind}`;

/** The file with the one place changed. */
export const broken = (source: string, { start, end, text }: Point): string =>
  `${source.slice(0, start)}${text}${source.slice(end)}`;
