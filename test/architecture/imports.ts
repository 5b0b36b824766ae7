import type { CallExpression, ImportDeclaration, Node } from 'typescript/unstable/ast';
import { SyntaxKind } from 'typescript/unstable/ast';
import { nodesOf, type ParsedFile, placeOf } from './sourceTree.ts';

export interface ImportEdge {
  readonly specifier: string;
  /** Erased by the compiler: it loads nothing. */
  readonly isTypeOnly: boolean;
  readonly place: string;
}

/** Every way in which a file names another: import, export from, import(), import type, import("x").T. */
export function importsOf(file: ParsedFile): readonly ImportEdge[] {
  const edges: ImportEdge[] = [];
  for (const node of nodesOf(file.tree)) {
    const named = specifierOf(node);
    if (named === null) continue;
    // A computed specifier cannot be checked, so it is shown as it stands.
    const text = (named as Node & { text?: string }).text ?? named.getText(file.tree);
    edges.push({ specifier: text, isTypeOnly: isTypeOnly(node), place: placeOf(file, node) });
  }
  return edges;
}

function specifierOf(node: Node): Node | null {
  switch (node.kind) {
    case SyntaxKind.ImportDeclaration:
    case SyntaxKind.ExportDeclaration:
      return (node as ImportDeclaration).moduleSpecifier ?? null;
    case SyntaxKind.ExternalModuleReference:
      return (node as Node & { expression: Node }).expression;
    case SyntaxKind.ImportType:
      return (node as Node & { argument: Node & { literal?: Node } }).argument.literal ?? null;
    case SyntaxKind.CallExpression: {
      const call = node as CallExpression;
      const callee = call.expression as Node & { text?: string };
      const loads = callee.kind === SyntaxKind.ImportKeyword || callee.text === 'require';
      return loads ? (call.arguments[0] ?? null) : null;
    }
    default:
      return null;
  }
}

function isTypeOnly(node: Node): boolean {
  if (node.kind === SyntaxKind.ImportType) return true;
  const { importClause, isTypeOnly: exportsTypes } = node as Node & {
    importClause?: { phaseModifier?: SyntaxKind; isTypeOnly?: boolean };
    isTypeOnly?: boolean;
  };
  return (
    exportsTypes === true ||
    importClause?.isTypeOnly === true ||
    importClause?.phaseModifier === SyntaxKind.TypeKeyword
  );
}
