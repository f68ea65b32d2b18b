import { type AnyNode, type Options, parse } from 'acorn';

/** Forbidden constructs in a script's syntax tree; comments and strings are ignored. */
export interface ScriptFault {
  readonly line: number;
  readonly kind: 'syntax' | 'eval' | 'public-path';
  readonly what: string;
}

/** Findings in one script: faults, and absolute URLs in strings. */
export interface ScriptReport {
  readonly faults: readonly ScriptFault[];
  readonly addresses: readonly { readonly line: number; readonly host: string }[];
}

/** Absolute or protocol-relative URLs of another host. */
const ADDRESS =
  /(?:\b(?:https?|wss?|ftp):)?\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?:\.[a-z]{2,}|:\d+)|\[[0-9a-f:]+\])/gi;
/** Names under which code becomes code from text. */
const MAKERS = new Set(['eval', 'Function']);
/** Calls that evaluate a string as first argument. */
const TIMERS = new Set(['setTimeout', 'setInterval', 'setImmediate', 'execScript']);
const CONSTRUCTORS = new Set(['Function', 'AsyncFunction', 'GeneratorFunction']);

/** Parses a script like a browser, as a module if it is one. */
export function readScript(text: string, isModule: boolean): ScriptReport {
  const tree = parsed(text, isModule);
  if ('fault' in tree) return { faults: [tree.fault], addresses: [] };
  const faults: ScriptFault[] = [];
  const addresses: { line: number; host: string }[] = [];
  walk(tree.root, (node) => {
    const line = node.loc?.start.line ?? 1;
    const what = evalIn(node);
    if (what !== undefined) faults.push({ line, kind: 'eval', what });
    if (isPublicPath(node)) faults.push({ line, kind: 'public-path', what: 'getPublicPath' });
    for (const host of hostsIn(textOf(node) ?? '')) addresses.push({ line, host });
  });
  return { faults, addresses };
}

/** Hosts of the absolute addresses in a text. */
export function hostsIn(text: string): readonly string[] {
  return text.includes('//') ? [...text.matchAll(ADDRESS)].map(([, host = '']) => host.toLowerCase()) : [];
}

function parsed(text: string, isModule: boolean): { readonly root: AnyNode } | { readonly fault: ScriptFault } {
  const options: Options = { ecmaVersion: 'latest', locations: true, allowHashBang: false };
  try {
    return { root: parse(text, { ...options, sourceType: isModule ? 'module' : 'script' }) };
  } catch (error) {
    const { loc, message } = error as SyntaxError & { readonly loc?: { readonly line: number } };
    return { fault: { line: loc?.line ?? 1, kind: 'syntax', what: message } };
  }
}

/** Every node of a tree, the outer ones first. */
function walk(root: AnyNode, visit: (node: AnyNode) => void): void {
  const waiting: AnyNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    visit(node);
    const inside = Object.values<unknown>({ ...node }).flat();
    for (const value of inside.toReversed()) if (isNode(value)) waiting.push(value);
  }
}

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** What of a node makes code from text. */
function evalIn(node: AnyNode): string | undefined {
  if (node.type === 'MemberExpression' && nameOfMember(node) === 'eval') return 'eval';
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
  const callee = lastOf(node.callee);
  if (callee.type === 'Identifier' && MAKERS.has(callee.name)) return callee.name;
  if (callee.type === 'MemberExpression') {
    const name = nameOfMember(callee) ?? '';
    if (CONSTRUCTORS.has(name)) return name;
    // ''.constructor.constructor('…') reaches Function without its name
    if (name === 'constructor' && callee.object.type === 'MemberExpression' && nameOfMember(callee.object) === name)
      return 'constructor.constructor';
  }
  const called =
    callee.type === 'Identifier' ? callee.name : callee.type === 'MemberExpression' ? nameOfMember(callee) : '';
  const [first] = node.arguments;
  return TIMERS.has(called ?? '') && first !== undefined && textOf(first) !== undefined
    ? `${called} of a text`
    : undefined;
}

/** The last of a sequence: `(0, eval)(…)` calls eval. */
function lastOf(node: AnyNode): AnyNode {
  if (node.type === 'SequenceExpression') return lastOf(node.expressions.at(-1) ?? node);
  return node.type === 'ChainExpression' || node.type === 'ParenthesizedExpression' ? lastOf(node.expression) : node;
}

function nameOfMember(node: AnyNode): string | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  if (!node.computed) return node.property.type === 'Identifier' ? node.property.name : undefined;
  return textOf(node.property);
}

function isPublicPath(node: AnyNode): boolean {
  return (
    (node.type === 'Identifier' && node.name === 'getPublicPath') ||
    (node.type === 'Literal' && node.value === 'getPublicPath')
  );
}

/** The text of a literal, or the fixed parts of a template. */
function textOf(node: AnyNode): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('\u0000');
  return undefined;
}
