import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';

import ts from 'typescript';

/** What a reader meets who follows a run from its function to its last call. */
interface RunOrder {
  /** Files of the functions that it enters, and of the types that these name. */
  readonly files: ReadonlySet<string>;
  /** Fields that hold a function of a caller and are called: there the reader climbs back to find it. */
  readonly climbs: ReadonlySet<string>;
  /** Types that these functions name, but for ports and other objects with methods. */
  readonly names: ReadonlySet<string>;
}

/** No part of the order: pure rules, what a port stands on, and what builds it. A call of a port is the last one. */
export const leftOut: readonly RegExp[] = [
  /^shared\/(?:kernel\/)?[^/]+\/(?:contract|store|memory-store|platform|aws)(?:\/|\.ts$)/u,
  /^shared\/(?:kernel\/runtime|terminal|wiring)\//u,
  // What is left of a topic beside its use cases and its API is pure.
  /^shared\/(?!.*\/(?:use-cases|api)(?:\/|\.ts$))/u,
];

/**
 * Follows the calls of a program from its first files, by what they name: a function, and what it hands over to where
 * only the wiring connects them. Throws when one of them is no more.
 */
export function runOrder(root: string, ...starts: readonly string[]): RunOrder {
  const gone = starts.find((start) => !existsSync(join(root, start)));
  if (gone !== undefined) {
    throw new Error(`${gone}, from which the order of a run is followed, is no more`);
  }
  const first = starts.map((start) => join(root, start));
  const program = ts.createProgram(first, {
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const order = { files: new Set<string>(), climbs: new Set<string>(), names: new Set<string>() };
  const entered = new Set<ts.Node>();

  function pathOf(node: ts.Node): string | undefined {
    const path = relative(root, node.getSourceFile().fileName);
    const isForeign = path.startsWith('..') || path.includes('node_modules/');
    const isLeftOut = !starts.includes(path) && leftOut.some((pattern) => pattern.test(path));
    return isForeign || isLeftOut ? undefined : path;
  }
  function declarationsOf(node: ts.Node): readonly ts.Declaration[] {
    const symbol = checker.getSymbolAtLocation(node);
    const isAlias = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return (isAlias ? checker.getAliasedSymbol(symbol) : symbol)?.declarations ?? [];
  }
  /** Of a name that is taken out of an object: the member of that object. */
  function memberBehind(declaration: ts.Declaration): ts.Declaration {
    if (!ts.isBindingElement(declaration)) {
      return declaration;
    }
    const name = (declaration.propertyName ?? declaration.name).getText();
    return checker.getTypeAtLocation(declaration.parent).getProperty(name)?.declarations?.[0] ?? declaration;
  }
  function followCall({ expression: called }: ts.CallExpression): void {
    for (const declaration of declarationsOf(ts.isPropertyAccessExpression(called) ? called.name : called)) {
      const target = memberBehind(declaration);
      const body = functionOf(target);
      if (pathOf(target) === undefined) {
        continue;
      }
      if (body !== undefined) {
        enter(body);
      } else if (ts.isPropertySignature(target)) {
        order.climbs.add(target.name.getText());
      }
    }
  }
  function nameType({ typeName }: ts.TypeReferenceNode): void {
    const declaration = declarationsOf(typeName).find((each) => !ts.isTypeParameterDeclaration(each));
    const path = declaration === undefined ? undefined : pathOf(declaration);
    if (declaration === undefined || path === undefined) {
      return;
    }
    order.files.add(path);
    if (!(ts.isInterfaceDeclaration(declaration) && declaration.members.some(ts.isMethodSignature))) {
      order.names.add(typeName.getText());
    }
  }
  function enter(piece: ts.Node): void {
    const path = pathOf(piece);
    if (path === undefined || entered.has(piece)) {
      return;
    }
    entered.add(piece);
    order.files.add(path);
    ts.forEachChild(piece, walk);
  }
  function walk(node: ts.Node): void {
    ts.forEachChild(node, walk);
    if (ts.isCallExpression(node)) {
      followCall(node);
    } else if (ts.isTypeReferenceNode(node)) {
      nameType(node);
    }
  }

  for (const path of first) {
    const source = program.getSourceFile(path);
    if (source !== undefined) {
      enter(source);
    }
  }
  return order;
}

/** The function that a name stands for, where its code is there. */
function functionOf(declaration: ts.Declaration): ts.Node | undefined {
  const value =
    ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration)
      ? declaration.initializer
      : declaration;
  return value !== undefined && ts.isFunctionLike(value) && 'body' in value && value.body !== undefined
    ? value
    : undefined;
}
