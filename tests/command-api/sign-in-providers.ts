import http, { type IncomingMessage, type RequestListener } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import Provider from 'oidc-provider';
import { newBrowser } from '../support/browser.ts';
import { listen } from '../support/listening.ts';

/** Identity providers on loopback: a real one, and one that answers as a test tells it to. */

export const CLIENT_ID = 'triage';
export const CLIENT_SECRET = 'a-secret-of-the-client-0123456789';

type Listening = { issuer: string; stop: () => Promise<void> };

async function startIssuer(make: (issuer: string) => RequestListener): Promise<Listening> {
  const server = http.createServer();
  const issuer = `http://127.0.0.1:${await listen(server)}`;
  server.on('request', make(issuer));
  return {
    issuer,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Who signs in at the real provider next. */
export type Person = { email: string; email_verified: boolean };

export type RealProvider = Listening & {
  /** Signs in there as somebody, and returns where the browser is led back to. */
  visit(authorizationUrl: string, person: Person): Promise<URL>;
};

/** oidc-provider, whose accounts are addresses, with a login page that asks for nothing. */
export async function startRealProvider(redirectUri: string): Promise<RealProvider> {
  let next: Person | null = null;
  const people = new Map<string, Person>();
  const listening = await startIssuer((issuer) => {
    const provider = new Provider(issuer, {
      clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [redirectUri] }],
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      cookies: { keys: ['a-key-for-cookies-of-the-test'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
      pkce: { required: () => true },
      findAccount: (_ctx, id) => ({
        accountId: id,
        claims: () => ({ sub: id, ...(people.get(id) ?? {}) }),
      }),
      loadExistingGrant: async (ctx) => {
        const grant = new ctx.oidc.provider.Grant({
          clientId: CLIENT_ID,
          accountId: ctx.oidc.session?.accountId ?? '',
        });
        grant.addOIDCScope('openid email');
        await grant.save();
        return grant;
      },
    });
    const handle = provider.callback();
    return (req, res) => {
      if (req.url?.startsWith('/interaction/') !== true) {
        void handle(req, res);
        return;
      }
      const accountId = `account-${people.size}`;
      if (next) people.set(accountId, next);
      void provider.interactionFinished(req, res, { login: { accountId } });
    };
  });
  return {
    ...listening,
    visit: async (authorizationUrl, person) => {
      next = person;
      const browser = newBrowser(listening.issuer);
      let url = new URL(authorizationUrl);
      // Authorization, login, authorization again, and back.
      for (let step = 0; step < 5 && url.origin === listening.issuer; step += 1) {
        const { headers } = await browser.send('GET', `${url.pathname}${url.search}`);
        url = new URL(headers.get('location') ?? '', listening.issuer);
      }
      return url;
    },
  };
}

/** What the scripted provider puts into an ID token instead of what it should. */
export type Forgery = {
  claims?: Record<string, unknown>;
  /** Signs with a key that it does not publish. */
  foreignKey?: boolean;
  /** Leaves the token out, or answers with this status and body. */
  answer?: { status: number; body: unknown };
};

export type ScriptedProvider = Listening & {
  forge(forgery: Forgery): void;
  /** What it publishes of itself from now on, over what is right. */
  publish(metadata: Record<string, unknown>): void;
  /** How often it was asked what it publishes. */
  discoveries(): number;
  /** The code verifier that came with the last code. */
  lastVerifier(): string | null;
};

export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(own.publicKey)), alg: 'RS256', kid: 'k1', use: 'sig' };
  let forgery: Forgery = {};
  let published: Record<string, unknown> = {};
  let discoveries = 0;
  let verifier: string | null = null;
  const listening = await startIssuer((issuer) => (req, res) => {
    const json = (status: number, body: unknown): void => {
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const token = async (): Promise<void> => {
      const given = new URLSearchParams(await readAll(req));
      verifier = given.get('code_verifier');
      if (forgery.answer) {
        json(forgery.answer.status, forgery.answer.body);
        return;
      }
      const claims = {
        iss: issuer,
        aud: CLIENT_ID,
        sub: 'somebody',
        // A test's code is the nonce that it saw, so that a right token can be made.
        nonce: given.get('code'),
        email_verified: true,
        ...forgery.claims,
      };
      const key = forgery.foreignKey === true ? foreign.privateKey : own.privateKey;
      json(200, {
        access_token: 'opaque',
        token_type: 'Bearer',
        id_token: await signed(claims, key),
      });
    };
    if (req.url === '/.well-known/openid-configuration') {
      discoveries += 1;
      json(200, {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        ...published,
      });
    } else if (req.url === '/jwks') json(200, { keys: [jwk] });
    else if (req.url === '/token') void token();
    else json(404, {});
  });
  return {
    ...listening,
    forge: (wanted) => {
      forgery = wanted;
    },
    publish: (metadata) => {
      published = metadata;
    },
    discoveries: () => discoveries,
    lastVerifier: () => verifier,
  };
}

const signed = (claims: Record<string, unknown>, key: CryptoKey): Promise<string> => {
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT({ iat: now, exp: now + 300, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
    .sign(key);
};

async function readAll(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
