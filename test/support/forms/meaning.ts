import { readFileSync } from 'node:fs';

import { diffControls } from '../../../shared/control-diff/diff-controls.ts';
import type { JsonObject } from '../../../shared/controls/json.ts';
import { sha256 } from '../../../shared/kernel/sha256.ts';
import { redactSettings } from '../../../shared/redaction/redact-settings.ts';
import { aControlsWorld, watch } from '../../world/controls/controls-world.ts';
import { exportOf } from '../../world/controls/evidence-story.ts';

/** A sentence in each of ten scripts that announces a secret, and one more word of that script. */
const sentences = {
  Latin: ['clé d’accès : MARK', 'Zürich'],
  Cyrillic: ['пароль: MARK', 'Москва'],
  Greek: ['κωδικός πρόσβασης: MARK', 'Αθήνα'],
  Han: ['密码：MARK', '上海'],
  Kana: ['パスワードは「MARK」', 'とうきょう'],
  Hangul: ['비밀번호는 MARK', '서울'],
  Arabic: ['كلمة المرور: MARK', 'القاهرة'],
  Hebrew: ['סיסמה: MARK', 'חיפה'],
  Devanagari: ['पासवर्ड: MARK', 'दिल्ली'],
  Thai: ['รหัสผ่าน: MARK', 'กรุงเทพ'],
} as const;

/** What only its announcement makes a secret: three words of letters. */
export const announced = 'plum/tree/nine';

export interface Meaning {
  readonly redacted: JsonObject;
  readonly changes: unknown;
  readonly files: Readonly<Record<string, string>>;
}

/** What this code makes of texts in ten scripts: redacted, compared, and exported as evidence. Run in the project's folder. */
export async function meaning(): Promise<Meaning> {
  const fingerprint = (secret: string): string => sha256(secret).slice(0, 12);
  const redacted = redactSettings(
    {
      commandAllowlist: Object.values(sentences).map(([sentence]) => sentence.replace('MARK', announced)),
      serviceRouterRules: Object.values(sentences).map(([, word]) => ({ when: word, guidance: word })),
    },
    fingerprint,
  );
  const script = { name: 'verify-export.mjs', text: readFileSync('docs/verify-export.mjs', 'utf8') };
  const world = aControlsWorld();
  for (const settings of [{}, redacted, { ...redacted, enableAgentShield: false }]) {
    world.history.change(settings);
    world.clock.moveTo(`2026-03-1${world.history.revisions.length}T09:00:00Z`);
    await watch(world, { rules: 'as-set' });
  }
  return {
    redacted,
    changes: diffControls({}, redacted),
    files: Object.fromEntries(await exportOf(world, { added: [script] })),
  };
}
