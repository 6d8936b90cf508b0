// Lambda passes credentials in the environment. Only this provider is bundled, without the commands of the others.
export { fromEnv as defaultProvider } from '../../../node_modules/@aws-sdk/credential-provider-env/dist-es/index.js';
