import { ErrorResponse, InMemoryWebStorage, UserManager, WebStorageStateStore, type User } from 'oidc-client-ts';

import { consolePaths, type IssuerSignIn } from '../../shared/kernel/contract/console-config.ts';
import { ApiProblem, unreachable } from './problem.ts';
import type { Session } from './session.ts';

/** Tokens that end so soon are renewed before a call. */
const renewedMsBefore = 60_000;

/** Signing in at an issuer of OIDC, with a code and PKCE. */
interface IssuerSigningIn {
  /** The session just returned; undefined when signed out. Else leaves, never settling. Throws ApiProblem. */
  begin(): Promise<Session | undefined>;
  /** Leaves for the issuer. Raises ApiProblem when it cannot be asked. */
  signIn(): Promise<void>;
}

/** Tokens live in the memory of this page alone. What is stored for the way to the issuer is dropped on return. */
export function issuerSigningIn({ issuer, clientId, scopes }: IssuerSignIn): IssuerSigningIn {
  const { origin } = location;
  const manager = new UserManager({
    authority: issuer,
    client_id: clientId,
    redirect_uri: `${origin}${consolePaths.signedIn}`,
    post_logout_redirect_uri: `${origin}${consolePaths.signedOut}`,
    scope: ['openid', 'email', ...scopes].join(' '),
    automaticSilentRenew: false,
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    stateStore: new WebStorageStateStore({ store: sessionStorage, prefix: 'curfew.sign-in.' }),
  });
  const signIn = async (): Promise<void> => {
    const path = `${location.pathname}${location.search}`;
    await manager.signinRedirect({ state: { path } }).catch(() => {
      throw unreachable('The issuer at which people sign in does not answer');
    });
    await leaving();
  };
  return {
    signIn,
    async begin() {
      switch (location.pathname) {
        case consolePaths.signedOut:
          history.replaceState(null, '', '/');
          return undefined;
        case consolePaths.signedIn:
          return sessionOf(manager, await returned(manager), signIn);
        default:
          await manager.clearStaleState();
          await signIn();
          return undefined;
      }
    },
  };
}

/** Handles the issuer's answer and shows the wanted address. */
async function returned(manager: UserManager): Promise<User> {
  const given = location.href;
  // The code is of no use any more; neither does it stay in the history.
  history.replaceState(null, '', '/');
  const user = await manager.signinRedirectCallback(given).catch((error: unknown) => {
    throw notSignedIn(
      error instanceof ErrorResponse && /^[a-z_]{1,60}$/u.test(error.error ?? '')
        ? `The issuer did not sign you in: ${error.error}`
        : 'This page did not ask the issuer for that, or too long ago; sign in again',
    );
  });
  history.replaceState(null, '', wantedPath(user.state));
  return user;
}

function wantedPath(state: unknown): string {
  const path = typeof state === 'object' && state !== null && 'path' in state ? String(state.path) : '/';
  return path.startsWith('/') && new URL(path, location.origin).origin === location.origin ? path : '/';
}

function sessionOf(manager: UserManager, signedIn: User, signIn: () => Promise<void>): Session {
  let user = signedIn;
  let renewing: Promise<void> | undefined;
  const renew = async (): Promise<void> => {
    // Without it a frame of the issuer would be needed, which the policy of this page forbids.
    const renewed = user.refresh_token === undefined ? null : await manager.signinSilent().catch(() => null);
    if (renewed === null || !isFresh(renewed, 0)) {
      throw notSignedIn('Your session is over; sign in again');
    }
    user = renewed;
  };
  return {
    signIn,
    async headers() {
      if (!isFresh(user, renewedMsBefore)) {
        await (renewing ??= renew().finally(() => {
          renewing = undefined;
        }));
      }
      return { Authorization: `Bearer ${user.id_token}` };
    },
    async end() {
      // Cognito knows the standard parameters by names of its own.
      const { client_id: client, post_logout_redirect_uri: back = '' } = manager.settings;
      await manager
        .signoutRedirect({ extraQueryParams: { client_id: client, logout_uri: back } })
        // An issuer without a sign-out page: the local session is forgotten anyway.
        .catch(() => location.assign(consolePaths.signedOut));
      await leaving();
    },
  };
}

function isFresh({ id_token: token, profile }: User, msLeftMin: number): boolean {
  return token !== undefined && profile.exp * 1_000 - Date.now() > msLeftMin;
}

function notSignedIn(message: string): ApiProblem {
  return new ApiProblem(message, { kind: 'not-identified', title: 'You are signed out', status: 401 });
}

/** Nothing more is done on a page that is being left. */
async function leaving(): Promise<never> {
  return new Promise(() => undefined);
}
