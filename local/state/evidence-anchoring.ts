import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { AnchoringError, type Anchoring } from '../../shared/controls/ports.ts';
import { statementIn } from '../../shared/evidence/anchors/anchor.ts';
import { ed25519HeadSigner } from '../../shared/evidence/aws/anchor-key.ts';
import { fileAnchorStore } from '../../shared/evidence/aws/file-anchor-store.ts';
import { readAnchorLines } from '../../shared/evidence/contract.ts';
import type { Settings } from '../../shared/settings/contract/settings.ts';
import { CannotStartError } from '../cannot-start-error.ts';
import { writePrivately } from './private-files.ts';
import { privateKeyFile } from './private-key-file.ts';
import { originOf, type StateFolder, type StateOrigin } from './state-folder.ts';

/** Anchors evidence with a key in the state folder. Read-only commands make no key: without one nothing is signed. */
export function localAnchoring(
  folder: StateFolder,
  settings: () => Settings,
  { makesKey = false }: { readonly makesKey?: boolean } = {},
): Anchoring {
  const origin = originOf(folder);
  const organization = organizationIn(origin);
  const platformUrl = origin?.kind === 'platform' ? origin.baseUrl : undefined;
  return {
    organization,
    platformUrl,
    signer: ed25519HeadSigner(organization, () => usable(() => evidenceKey(folder, makesKey))),
    anchors: fileAnchorStore(() => anchorsFileOf(folder, settings())),
  };
}

/** A relative path is relative to the state folder. */
function anchorsFileOf(folder: StateFolder, { controls: { anchorsFile } }: Settings): string {
  return anchorsFile === undefined ? folder.anchorsFile : resolve(folder.dir, anchorsFile);
}

/** An unusable key must not stop the watcher: it is reported like any signing failure. */
function usable(read: () => string): string {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof AnchoringError) {
      throw cause;
    }
    const known = cause instanceof CannotStartError ? cause.message : undefined;
    throw new AnchoringError(known ?? 'the key that signs the evidence cannot be read', { cause });
  }
}

function evidenceKey({ evidenceKeyFile, evidencePublicKeyFile }: StateFolder, makesKey: boolean): string {
  if (!makesKey && !existsSync(evidenceKeyFile)) {
    throw new AnchoringError(`there is no key that signs the evidence in ${evidenceKeyFile}`);
  }
  const pem = privateKeyFile(evidenceKeyFile, {
    make: () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    purpose: 'signs the evidence',
  });
  if (!existsSync(evidencePublicKeyFile)) {
    writePrivately(evidencePublicKeyFile, createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString());
  }
  return pem;
}

/** Without the port, which a local platform changes. */
function organizationIn(origin: StateOrigin | undefined): string {
  return origin?.kind === 'platform' ? new URL(origin.baseUrl).hostname : 'demo';
}

/** Without the note of the origin, signed heads name the organization. Throws CannotStartError for another one's. */
export function refuseOtherEvidence(folder: StateFolder, origin: StateOrigin): void {
  const text =
    originOf(folder) === undefined && existsSync(folder.anchorsFile) ? readFileSync(folder.anchorsFile, 'utf8') : '';
  const newest = readAnchorLines(text).at(-1)?.anchor;
  const signed = newest === undefined ? undefined : statementIn(newest.text)?.organization;
  if (signed !== undefined && signed !== organizationIn(origin)) {
    throw new CannotStartError(
      `${folder.dir} holds the evidence of ${signed}, not of ${organizationIn(origin)}; choose another folder with --state, or start over with --fresh`,
    );
  }
}
