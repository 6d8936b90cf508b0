// Lambda gives a function its credentials in the environment. They are looked for nowhere else, so that no bundle holds the
// commands by which others are asked for.
export { fromEnv as defaultProvider } from '../../../node_modules/@aws-sdk/credential-provider-env/dist-es/index.js';
