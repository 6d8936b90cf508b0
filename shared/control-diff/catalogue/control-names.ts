import { compareText } from '../../kernel/texts/compare-text.ts';

export const frameworks = ['SOC 2', 'ISO 27001:2022', 'NIST CSF 2.0'] as const;

interface ControlName {
  readonly framework: (typeof frameworks)[number];
  /** The published ISO title or NIST outcome; a summary for SOC 2, whose criteria have no titles. */
  readonly name: string;
}

/** Controls that settings may relate to, by id: an aid for gathering evidence, not a certification. */
export const controlNames: Readonly<Record<string, ControlName>> = {
  'CC6.1': { framework: 'SOC 2', name: 'Logical access security over protected information' },
  'CC6.3': { framework: 'SOC 2', name: 'Access is authorized, changed and removed by role, with least privilege' },
  'CC6.6': { framework: 'SOC 2', name: 'Protection against threats from outside the system' },
  'CC6.7': { framework: 'SOC 2', name: 'Transmission, movement and removal of information are restricted' },
  'CC6.8': { framework: 'SOC 2', name: 'Unauthorized or malicious software is prevented or detected' },
  'CC7.1': { framework: 'SOC 2', name: 'Changes to configurations that introduce vulnerabilities are detected' },
  'CC7.2': { framework: 'SOC 2', name: 'System components are monitored for anomalies' },
  'CC7.3': { framework: 'SOC 2', name: 'Security events are evaluated' },
  'CC8.1': { framework: 'SOC 2', name: 'Changes are authorized, documented, tested, approved and implemented' },
  'A.5.15': { framework: 'ISO 27001:2022', name: 'Access control' },
  'A.5.23': { framework: 'ISO 27001:2022', name: 'Information security for use of cloud services' },
  'A.5.28': { framework: 'ISO 27001:2022', name: 'Collection of evidence' },
  'A.8.2': { framework: 'ISO 27001:2022', name: 'Privileged access rights' },
  'A.8.3': { framework: 'ISO 27001:2022', name: 'Information access restriction' },
  'A.8.9': { framework: 'ISO 27001:2022', name: 'Configuration management' },
  'A.8.12': { framework: 'ISO 27001:2022', name: 'Data leakage prevention' },
  'A.8.15': { framework: 'ISO 27001:2022', name: 'Logging' },
  'A.8.16': { framework: 'ISO 27001:2022', name: 'Monitoring activities' },
  'A.8.32': { framework: 'ISO 27001:2022', name: 'Change management' },
  'DE.CM-06': {
    framework: 'NIST CSF 2.0',
    name: 'External service provider activities and services are monitored to find potentially adverse events',
  },
  'DE.CM-09': {
    framework: 'NIST CSF 2.0',
    name: 'Computing hardware and software, runtime environments, and their data are monitored to find potentially adverse events',
  },
  'ID.RA-07': {
    framework: 'NIST CSF 2.0',
    name: 'Changes and exceptions are managed, assessed for risk impact, recorded, and tracked',
  },
  'PR.AA-05': {
    framework: 'NIST CSF 2.0',
    name: 'Access permissions, entitlements, and authorizations are defined in a policy, managed, enforced, and reviewed',
  },
  'PR.DS-02': {
    framework: 'NIST CSF 2.0',
    name: 'The confidentiality, integrity, and availability of data-in-transit are protected',
  },
  'PR.PS-01': { framework: 'NIST CSF 2.0', name: 'Configuration management practices are established and applied' },
  'PR.PS-04': {
    framework: 'NIST CSF 2.0',
    name: 'Log records are generated and made available for continuous monitoring',
  },
  'PR.PS-05': {
    framework: 'NIST CSF 2.0',
    name: 'Installation and execution of unauthorized software are prevented',
  },
};

/** Returns the framework of a control; undefined for an id of an earlier catalogue. */
export function frameworkOf(id: string): ControlName['framework'] | undefined {
  return Object.hasOwn(controlNames, id) ? controlNames[id]?.framework : undefined;
}

/** Sorts by framework, then numerically: `A.8.9` before `A.8.12`. */
export function compareControls(a: string, b: string): number {
  const [one, other] = [a, b].map((id) => frameworks.findIndex((each) => each === frameworkOf(id)));
  return (one ?? 0) - (other ?? 0) || compareText(padded(a), padded(b));
}

function padded(id: string): string {
  return id.replaceAll(/\d+/gu, (digits) => digits.padStart(4, '0'));
}
