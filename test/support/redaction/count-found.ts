import { redactSettings } from '../../../shared/redaction/redact-settings.ts';
import { drawFrom } from './draw.ts';
import { secretKinds, type Planted, type SecretKind } from './secret-kinds.ts';

export const drawnOfEach = 300;
const seed = 20_260_315;
/** So many characters of a secret in a row may not be left, or all of a shorter one. */
const pieceChars = 6;

interface Found {
  readonly kind: string;
  readonly found: number;
  readonly missed: readonly Planted[];
}

/** How many of 300 drawn secrets of each kind leave no trace. The marks themselves are no trace. */
export function countFound(kinds: readonly SecretKind[] = secretKinds): readonly Found[] {
  return kinds.map((kind, index) => {
    const draw = drawFrom(seed + index);
    const planted = Array.from({ length: drawnOfEach }, () => kind.plant(draw));
    const missed = planted.filter(leavesTrace);
    return { kind: kind.name, found: planted.length - missed.length, missed };
  });
}

export function shownOf({ settings }: Pick<Planted, 'settings'>): string {
  return JSON.stringify(redactSettings(settings, () => '§'));
}

function leavesTrace(planted: Planted): boolean {
  const shown = shownOf(planted);
  return planted.secrets.some((secret) =>
    [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)].some((spelled) =>
      hasPiece(shown, spelled),
    ),
  );
}

function hasPiece(text: string, secret: string): boolean {
  const chars = Math.min(pieceChars, secret.length);
  return Array.from({ length: secret.length - chars + 1 }, (_, start) => secret.slice(start, start + chars)).some(
    (piece) => text.includes(piece),
  );
}
