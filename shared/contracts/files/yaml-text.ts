import { Document, visit, type Scalar } from 'yaml';
import { escapeHidden, holdsHidden } from '../../domain/texts/hidden-letters.ts';

/** A document as YAML, the same when it is read and harmless when it is printed. */
export function yamlText(content: Readonly<Record<string, unknown>>): string {
  const document = new Document(content);
  visit(document, {
    // Only there has YAML a way to write a letter as its number.
    Scalar(_, scalar: Scalar) {
      if (typeof scalar.value === 'string' && holdsHidden(scalar.value)) {
        scalar.type = 'QUOTE_DOUBLE';
      }
    },
  });
  return escapeHidden(document.toString());
}
