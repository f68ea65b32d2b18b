import type { Rule } from 'eslint';

/** Nested functions of at most this many lines count as lines of the function that contains them. */
const MOST_LINES_OF_A_CALLBACK = 2;
const IS_COMMENT = /^(\/\/|\/\*|\*)/;

/**
 * Limits the lines of a function. Blank lines, comments and nested functions do not count; nested functions are counted
 * separately. A factory that returns an object of small methods may therefore be as long as necessary.
 */
export const ownLines: Rule.RuleModule = {
  meta: {
    type: 'suggestion',
    schema: [{ type: 'integer', minimum: 1 }],
    messages: { long: '{{name}} has {{lines}} lines of its own, more than {{most}}: split it by what it decides.' },
  },
  create(context) {
    const { sourceCode } = context;
    const most = Number(context.options[0]);
    const isCode = sourceCode.lines.map((line) => line.trim() !== '');
    for (const { loc } of sourceCode.getAllComments())
      for (let line = loc?.start.line ?? 1; line <= (loc?.end.line ?? 0); line += 1)
        if (IS_COMMENT.test(sourceCode.lines[line - 1]?.trim() ?? '')) isCode[line - 1] = false;

    /** The functions around the current node, innermost last, each with the lines of its nested functions. */
    const around: Set<number>[] = [];
    const enter = (): void => {
      around.push(new Set());
    };
    const leave = (node: Rule.Node): void => {
      const nested = around.pop();
      const { start, end } = node.loc ?? { start: { line: 1 }, end: { line: 0 } };
      let lines = 0;
      for (let line = start.line; line <= end.line; line += 1)
        if (isCode[line - 1] === true && nested?.has(line) !== true) lines += 1;
      // the first line of a nested function belongs to the call or the name that contains it
      if (end.line - start.line + 1 > MOST_LINES_OF_A_CALLBACK)
        for (let line = start.line + 1; line <= end.line; line += 1) around.at(-1)?.add(line);
      if (lines > most && node.loc != null)
        context.report({
          loc: node.loc.start,
          messageId: 'long',
          data: { name: nameOf(node), lines: `${lines}`, most: `${most}` },
        });
    };
    return {
      FunctionDeclaration: enter,
      FunctionExpression: enter,
      ArrowFunctionExpression: enter,
      'FunctionDeclaration:exit': leave,
      'FunctionExpression:exit': leave,
      'ArrowFunctionExpression:exit': leave,
    };
  },
};

/** The name of a function: its own, or that of the constant or property that holds it. */
function nameOf(node: Rule.Node): string {
  const names: readonly unknown[] = [
    'id' in node ? node.id : undefined,
    node.parent !== null && 'id' in node.parent ? node.parent.id : undefined,
    node.parent !== null && 'key' in node.parent ? node.parent.key : undefined,
  ];
  for (const name of names)
    if (typeof name === 'object' && name !== null && 'name' in name && typeof name.name === 'string') return name.name;
  return 'This function';
}
