import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { AnchoringError, type Anchoring } from '../../shared/controls/use-cases/ports.ts';
import { statementIn } from '../../shared/evidence/anchors/anchor.ts';
import { ed25519HeadSigner } from '../../shared/evidence/aws/ed25519-head-signer.ts';
import { fileAnchorStore } from '../../shared/evidence/aws/file-anchor-store.ts';
import { readAnchorLines } from '../../shared/evidence/contract.ts';
import type { Settings } from '../../shared/settings/contract/settings.ts';
import { CannotStartError } from '../cannot-start-error.ts';
import { writePrivately } from './private-files.ts';
import { privateKeyFile } from './private-key-file.ts';
import { originOf, type StateFolder, type StateOrigin } from './state-folder.ts';

/**
 * How one machine anchors its evidence: a key in the state folder, and a file that may lie elsewhere. Whoever only looks
 * makes no key: with one that is missing, nothing is signed.
 */
export function localAnchoring(
  folder: StateFolder,
  settings: () => Settings,
  { makesKey = false }: { readonly makesKey?: boolean } = {},
): Anchoring {
  const organization = organizationOf(folder);
  const platformUrl = platformIn(originOf(folder));
  return {
    organization,
    platformUrl,
    signer: ed25519HeadSigner(organization, () => usable(() => evidenceKey(folder, makesKey))),
    anchors: fileAnchorStore(() => anchorsFileOf(folder, settings())),
  };
}

/** Where the signed heads are; a relative path is one from the state folder. */
function anchorsFileOf(folder: StateFolder, { controls: { anchorsFile } }: Pick<Settings, 'controls'>): string {
  return anchorsFile === undefined ? folder.anchorsFile : resolve(folder.dir, anchorsFile);
}

/** A key that cannot be used must not keep the controls from being watched: it is reported like any failure to sign. */
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

/** The private half, made once; its public half lies beside it, for whoever checks the evidence. */
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

/** A platform on this machine has another port each time. */
function organizationOf(folder: StateFolder): string {
  return organizationIn(originOf(folder));
}

function platformIn(origin: StateOrigin | undefined): string | undefined {
  return origin?.kind === 'platform' ? origin.baseUrl : undefined;
}

function organizationIn(origin: StateOrigin | undefined): string {
  return origin?.kind === 'platform' ? new URL(origin.baseUrl).hostname : 'demo';
}

/**
 * Where the note is lost of where the state came from, the signed heads still say whose evidence it is. Raises
 * CannotStartError for another organization's.
 */
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
