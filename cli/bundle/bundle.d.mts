import type { BundleManifest } from './bundle-manifest.ts';

/** The folder of the project. */
export declare const root: string;

/** The bundle in use, and some from before it. */
export declare const bundlesFolder: string;

/** Names the bundle in use. */
export declare const manifestFile: string;

/** The first file of a bundle. */
export declare const startFile: string;

export declare const lockfiles: readonly string[];

/** The folder of the project with the version of Node. */
export declare const place: string;

export declare function findBundle(): string | undefined;
export declare function stampsOf(files: BundleManifest['files']): BundleManifest['stamps'];
export declare function runBundle(bundle: string): Promise<void>;
export declare function makeBundleLater(): Promise<void>;
