import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Rule } from 'eslint';

type Node = NonNullable<ReturnType<Rule.RuleContext['sourceCode']['getNodeByRangeIndex']>>;

const ROOT = path.resolve(import.meta.dirname, '../..');
const PREFIX = 'mfe-';
/**
 * A module's name on its own, in an address, or as a part of a longer name; a name inside a sentence is allowed as an
 * example.
 */
const NAMED = /(?:^|[/@])mfe-(?:[a-z]|$)/;
/** A module may name itself in what it reports, but not another module by its full name. */
const WHOLE = /^mfe-[a-z]+$/;
/** Two words of modules may occur together by chance; three are a list. */
const LIST = 3;

interface Manifest {
  readonly routes: readonly { readonly screen: string }[];
  readonly tiles?: readonly { readonly name: string }[];
}

/** The names of this repository's modules without their common prefix, and the names of their screens and tiles. */
function wordsOfModules(): readonly ReadonlySet<string>[] {
  const names = readdirSync(ROOT).filter((name) => existsSync(path.join(ROOT, name, 'module.json')));
  const manifests = names.map(
    (name) => JSON.parse(readFileSync(path.join(ROOT, name, 'module.json'), 'utf8')) as Manifest,
  );
  return [
    new Set(names.map((name) => name.slice(PREFIX.length))),
    new Set(manifests.flatMap(({ routes }) => routes.map(({ screen }) => screen))),
    new Set(manifests.flatMap(({ tiles = [] }) => tiles.map(({ name }) => name))),
  ];
}
const WORDS = wordsOfModules();

/**
 * The words of a list: the items of an array, the keys of an object, the literals of a union, the cases of a switch.
 */
function wordsIn(nodes: readonly (Node | null | undefined)[]): readonly string[] {
  return nodes.flatMap((node) => {
    if (node?.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
    if (node?.type === 'Identifier') return [node.name];
    if (node?.type === 'Property') return wordsIn([node.key as Node]);
    if (node?.type === 'SwitchCase') return wordsIn([node.test]);
    // a type of TypeScript, which estree does not know
    const { literal } = (node ?? {}) as { readonly literal?: Node };
    return literal === undefined ? [] : wordsIn([literal]);
  });
}

/**
 * Code that handles modules must get their names, screens and tiles from the registry or a manifest, so that adding a
 * module needs no change there.
 */
export const moduleNames: Rule.RuleModule = {
  meta: {
    type: 'problem',
    // `ofModule`: a module knows its own screens
    schema: [{ enum: ['ofHost', 'ofModule'] }],
    messages: {
      named: 'Modules are named by the registry, not by heart.',
      listed: 'A list of what modules have ({{words}}) lacks the next one: it stands in the manifests.',
    },
  },
  create(context) {
    const isHost = context.options[0] !== 'ofModule';
    const text = (node: Rule.Node, value: unknown): void => {
      if (typeof value === 'string' && (isHost ? NAMED : WHOLE).test(value))
        context.report({ node, messageId: 'named' });
    };
    const list = (node: unknown, items: readonly (Node | null)[]): void => {
      const listed = [...new Set(wordsIn(items))];
      for (const known of isHost ? WORDS : []) {
        const words = listed.filter((word) => known.has(word));
        if (words.length >= LIST)
          context.report({ node: node as Rule.Node, messageId: 'listed', data: { words: words.join(', ') } });
      }
    };
    return {
      Literal: (node) => text(node, node.value),
      TemplateElement: (node) => text(node, node.value.raw),
      ArrayExpression: (node) => list(node, node.elements),
      ObjectExpression: (node) => list(node, node.properties),
      SwitchStatement: (node) => list(node, node.cases),
      // a node of the parser for TypeScript
      TSUnionType: (node: Rule.Node) => list(node, (node as unknown as { readonly types: readonly Node[] }).types),
    };
  },
};
