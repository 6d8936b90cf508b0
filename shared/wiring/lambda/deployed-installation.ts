import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

import { sealedConnections } from '../../channels/aws.ts';
import { noConnections } from '../../channels/connections.ts';
import type { Anchoring } from '../../controls/ports.ts';
import type { ReadDeployment } from '../../kernel/aws/read-deployment.ts';
import { sealer } from '../../kernel/aws/sealer.ts';
import { clientOptions, type EndpointOptions } from '../../kernel/client-options.ts';
import type { Installation } from '../installation.ts';
import { storesOn } from '../stores.ts';

interface DeploymentClients {
  readonly dynamo: DynamoDBDocumentClient;
  /** Where the services answer that keep the evidence's anchors. */
  readonly endpointOf: (service: 'KMS' | 'S3') => EndpointOptions;
  /** The secret of the links, which only functions may read. */
  readonly readSecret?: () => Promise<string>;
}

/** A deployment as its parameters describe it. Its tables start jobs by themselves. */
export function deployedInstallation(
  { name, parts, readSettings }: ReadDeployment,
  { dynamo, endpointOf, readSecret }: DeploymentClients,
): Installation {
  const stores = storesOn({ dynamo, tables: parts.tables });
  return {
    ...stores,
    organization: name.organization,
    isRunning: true,
    eventBuses: parts.eventBuses ?? [],
    securityHub: parts.securityHub ?? null,
    // A function reaches no private network, and on its own machine only what runs it.
    readSettings: () => ({ ...readSettings(), privateChannels: false }),
    anchoring: async () => anchoringOf(parts, endpointOf),
    connections:
      readSecret === undefined ? noConnections : sealedConnections(stores.sealedConnections, sealer(readSecret)),
    close: async () => Promise.resolve(dynamo.destroy()),
  };
}

/** It is read here, and never signed: retention is for what is written. Little asks for it and the clients of KMS and S3. */
async function anchoringOf(
  { evidence }: ReadDeployment['parts'],
  endpointOf: DeploymentClients['endpointOf'],
): Promise<Anchoring> {
  const { awsAnchoring, noAnchoring } = await import('../../evidence/aws/aws-anchoring.ts');
  if (evidence === undefined) {
    return noAnchoring('an earlier version deployed it, which signs nothing: npm run deploy');
  }
  const { organization, platform, key: keyId, bucket } = evidence;
  const anchoring = awsAnchoring(
    { organization, keyId, bucket, retentionDays: 1 },
    { kms: clientOptions(endpointOf('KMS')), s3: clientOptions(endpointOf('S3')) },
  );
  return { ...anchoring, platformUrl: platform };
}
