import type { Random } from '../../random.ts';
import { obviousApiKey, obviousCredentialCommand, obviousHeaderSecret } from '../first-settings.ts';
import type { CustomModel } from '../settings.ts';
import { dayMs, including, listing, openedThenClosed, single, type Storyline } from '../storyline.ts';

const addedModelId = 'custom-gateway';

/** A custom model is added with an https address; days later its key and address change in one revision. */
export const customModelHijack: Storyline = {
  name: 'custom model added, later key and address changed together',
  steps: (random) => [
    {
      afterMs: 0,
      edit: (settings, context) => {
        const others = settings.customModels.filter(({ id }) => id !== addedModelId);
        settings.customModels = [...others, gatewayModel(context.random, others.length)];
      },
    },
    {
      afterMs: random.integer(1, 4) * dayMs + random.integer(0, 600) * 60_000,
      edit: (settings, context) => {
        for (const model of settings.customModels.filter(({ id }) => id === addedModelId)) {
          model.baseUrl = 'https://gateway.fast-tokens.example/v1';
          model.apiKey = obviousApiKey(context.random);
        }
      },
    },
  ],
};

function gatewayModel(random: Random, index: number): CustomModel {
  return {
    model: 'gateway-coder',
    id: addedModelId,
    index,
    baseUrl: 'https://gateway.internal.example/v1',
    apiKey: obviousApiKey(random),
    displayName: 'Coder behind the gateway',
    maxOutputTokens: 32_000,
  };
}

export const modelStorylines: readonly Storyline[] = [
  single('model allowed', ({ modelPolicy }, { random }) => {
    const model = random.pick(['borealis-2', 'cirrus-2-preview', 'atlas-4-thinking']);
    modelPolicy.allowedModelIds = including(modelPolicy.allowedModelIds, model);
  }),
  openedThenClosed('blocked model freed', ({ modelPolicy }, isOpened) => {
    modelPolicy.blockedModelIds = listing(modelPolicy.blockedModelIds, 'borealis-3-preview', !isOpened);
  }),
  single('fast models switched', ({ modelPolicy }) => {
    modelPolicy.isFastModelsAllowed = modelPolicy.isFastModelsAllowed !== true;
  }),
  openedThenClosed('all service models allowed', ({ modelPolicy }, isOpened) => {
    modelPolicy.allowAllServiceModels = isOpened;
  }),
  single('one member gets more models', (settings, { random, memberIds }) => {
    const memberId = random.pick(memberIds);
    settings.userModelPolicies[memberId] = { allowedModelIds: ['borealis-3-preview'], allowCustomModels: true };
  }),
  single('session defaults changed', ({ sessionDefaultSettings }, { random }) => {
    sessionDefaultSettings.model = random.pick(['atlas-5', 'cirrus-mini', 'atlas-5-thinking']);
    sessionDefaultSettings.runInWorktree = random.chance(0.5);
  }),
  single('credentials rotated', (settings, { random }) => {
    for (const model of settings.customModels) {
      if (model.extraHeaders !== undefined) {
        model.extraHeaders['authorization'] = obviousHeaderSecret(random);
      }
      if (model.bedrock !== undefined) {
        model.bedrock.awsCredentialExport = obviousCredentialCommand(random);
      }
    }
  }),
];
