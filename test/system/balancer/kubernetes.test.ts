import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ipMatches } from '../../../src/core/domain/ip.ts';
import { cli } from '../../cli/support.ts';

const EXAMPLES = join(import.meta.dirname, '../../../examples');
const read = (path: string): string => readFileSync(join(EXAMPLES, path), 'utf8');

interface Named {
  readonly name: string;
}

interface Variable extends Named {
  readonly value?: string;
}

interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string };
  readonly tcpSocket?: { readonly port: string };
}

/** A source or destination of a NetworkPolicy. */
interface Peer {
  readonly podSelector?: { readonly matchLabels: Record<string, string> };
  readonly ipBlock?: { readonly cidr: string; readonly except: readonly string[] };
}

/** The parts of a manifest that refer to each other. */
interface Manifest {
  readonly kind: string;
  readonly metadata: Named;
  readonly spec: {
    readonly replicas?: number;
    readonly serviceName?: string;
    readonly selector?: Readonly<Record<string, unknown>> & { readonly matchLabels?: Record<string, string> };
    readonly ports?: readonly (Named & { readonly port: number; readonly targetPort: string })[];
    readonly template?: {
      readonly metadata: { readonly labels: Record<string, string> };
      readonly spec: {
        readonly enableServiceLinks: boolean;
        readonly containers: readonly {
          readonly image: string;
          readonly ports: readonly (Named & { readonly containerPort: number })[];
          readonly env?: readonly Variable[];
          readonly volumeMounts: readonly (Named & { readonly mountPath: string })[];
          readonly startupProbe?: Probe;
          readonly readinessProbe: Probe;
          readonly livenessProbe?: Probe;
        }[];
        readonly volumes: readonly (Named & {
          readonly configMap?: Named;
          readonly secret?: { readonly secretName: string };
        })[];
      };
    };
    readonly volumeClaimTemplates?: readonly {
      readonly metadata: Named;
      readonly spec: { readonly accessModes: readonly string[] };
    }[];
    readonly podSelector?: { readonly matchLabels: Record<string, string> };
    readonly policyTypes?: readonly string[];
    readonly ingress?: readonly {
      readonly from: readonly Peer[];
      readonly ports: readonly { port: unknown }[];
    }[];
    readonly egress?: readonly {
      readonly to: readonly Peer[];
      readonly ports?: readonly { port: unknown }[];
    }[];
    readonly rules?: readonly {
      readonly http: {
        readonly paths: readonly {
          readonly backend: { readonly service: Named & { readonly port: Named } };
        }[];
      };
    }[];
  };
}

const manifests = ['sandbox.yaml', 'balancer.yaml'].flatMap(file =>
  parseAllDocuments(read(`kubernetes/${file}`)).map(document => document.toJS() as Manifest),
);
const workloads = manifests.filter(({ spec }) => spec.template);
const stateful = manifests.find(({ kind }) => kind === 'StatefulSet')!;
const balancer = manifests.find(({ kind }) => kind === 'Deployment')!;
const services = manifests.filter(({ kind }) => kind === 'Service');
const README = read('kubernetes/README.md');
const CONFIG = read('behind-haproxy/haproxy.cfg');

test('the Kubernetes volumes can be mounted by one pod only', () => {
  expect(stateful.spec.volumeClaimTemplates!.map(({ spec }) => spec.accessModes)).toEqual([
    ['ReadWriteOncePod'],
  ]);
});

test('the Kubernetes disruption budgets and the network policy select the pods of a workload', () => {
  const labels = workloads.map(({ spec }) => spec.template!.metadata.labels.app);
  const budgets = manifests.filter(({ kind }) => kind === 'PodDisruptionBudget');
  expect(budgets.map(({ spec }) => spec.selector!.matchLabels!.app).sort()).toEqual(labels.sort());
  const { podSelector, policyTypes, ingress } = manifests.find(({ kind }) => kind === 'NetworkPolicy')!.spec;
  expect(podSelector).toEqual(stateful.spec.selector);
  expect(policyTypes).toEqual(['Ingress', 'Egress']);
  expect(ingress![0]!.from[0]!.podSelector).toEqual(balancer.spec.selector);
  const ports = stateful.spec.template!.spec.containers[0]!.ports.map(({ name }) => name);
  expect(ports).toContain(ingress![0]!.ports[0]!.port);
});

test('the Kubernetes network policy lets webhooks leave to public addresses and keeps them out of the cluster', () => {
  const { egress } = manifests.find(({ kind }) => kind === 'NetworkPolicy')!.spec;
  const blocks = egress!.flatMap(({ to }) => to.flatMap(({ ipBlock }) => ipBlock ?? []));
  const reaches = (ip: string): boolean =>
    blocks.some(({ cidr, except }) => ipMatches(ip, [cidr]) && !ipMatches(ip, except));
  for (const ip of ['93.184.216.34', '2606:2800:220:1::1']) expect([ip, reaches(ip)]).toEqual([ip, true]);
  for (const ip of ['10.1.2.3', '172.20.0.1', '192.168.1.1', '169.254.169.254', 'fd00::1', 'fe80::1'])
    expect([ip, reaches(ip)]).toEqual([ip, false]);
});

test('the Kustomization has every manifest of the folder, and renames the image that the pods use', () => {
  const kustomization = parse(read('kubernetes/kustomization.yaml'));
  const files = readdirSync(join(EXAMPLES, 'kubernetes')).filter(file => file.endsWith('.yaml'));
  expect([...kustomization.resources, 'kustomization.yaml'].sort()).toEqual(files.sort());
  const { image } = stateful.spec.template!.spec.containers[0]!;
  expect(kustomization.images.map(({ name }: Named) => name)).toEqual([image.split(':')[0]]);
});

test('each Kubernetes service selects the pods of a workload and one of their named ports', () => {
  for (const { metadata, spec } of services) {
    const { 'statefulset.kubernetes.io/pod-name': pod, ...labels } = spec.selector!;
    const selected = workloads.find(
      ({ spec: { template } }) => template!.metadata.labels.app === labels.app,
    )!;
    const ports = selected.spec.template!.spec.containers.flatMap(one => one.ports.map(({ name }) => name));
    expect(ports).toContain(spec.ports![0]!.targetPort);
    if (pod !== undefined) expect(pod).toBe(metadata.name);
  }
  const names = services.map(({ metadata }) => metadata.name);
  expect(names).toContain(stateful.spec.serviceName);
  const pods = Array.from({ length: stateful.spec.replicas! }, (_, index) => `sandbox-${index}`);
  expect(names.filter(name => name.startsWith('sandbox-'))).toEqual(pods);
});

test('each Kubernetes workload selects its own pods and mounts volumes that exist', () => {
  for (const { spec } of workloads) {
    const { metadata, spec: pod } = spec.template!;
    expect(metadata.labels).toMatchObject(spec.selector!.matchLabels!);
    const volumes = [...pod.volumes, ...(spec.volumeClaimTemplates ?? []).map(one => one.metadata)].map(
      ({ name }) => name,
    );
    for (const { name } of pod.containers[0]!.volumeMounts) expect(volumes).toContain(name);
  }
});

test('the Kubernetes pods set variables that the program knows', async () => {
  const { out } = await cli(['start', '--help']);
  const env = stateful.spec.template!.spec.containers[0]!.env!;
  const ofSandbox = env.filter(({ name }) => name !== 'NODE_OPTIONS');
  for (const { name } of ofSandbox) expect(out).toContain(`[${name}]`);
  expect(env.find(({ name }) => name === 'ENERGY_SANDBOX_BEHIND_BALANCER')?.value).toBe('true');
});

test('the Kubernetes probes ask the health of the server at a port of the container', () => {
  for (const { spec } of workloads) {
    for (const { ports, startupProbe, readinessProbe, livenessProbe } of spec.template!.spec.containers) {
      for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
        if (!probe) continue;
        if (probe.httpGet) expect(['/healthz', '/readyz']).toContain(probe.httpGet.path);
        expect(ports.map(({ name }) => name)).toContain((probe.httpGet ?? probe.tcpSocket)!.port);
      }
    }
  }
  const { containers } = stateful.spec.template!.spec;
  expect(containers[0]!.startupProbe?.httpGet?.path).toBe('/healthz');
});

test('the Kubernetes pods get no variables of services, of which one could have the name of an option', () => {
  expect(workloads.map(({ spec }) => spec.template!.spec.enableServiceLinks)).toEqual([false, false]);
});

test('the Kubernetes Ingress leads to a port of the service of the balancer', () => {
  const { service } = manifests.find(({ kind }) => kind === 'Ingress')!.spec.rules![0]!.http.paths[0]!
    .backend;
  const found = services.find(({ metadata }) => metadata.name === service.name)!;
  expect(found.spec.selector).toEqual(balancer.spec.selector!.matchLabels);
  expect(found.spec.ports!.map(({ name }) => name)).toContain(service.port.name);
});

test('the Kubernetes README creates the secret and the configuration that the pods use', () => {
  const { containers, volumes } = stateful.spec.template!.spec;
  expect(volumes.flatMap(({ configMap }) => configMap ?? [])).toEqual([]);
  const { name, secret } = volumes.find(one => one.secret)!;
  const { mountPath } = containers[0]!.volumeMounts.find(mount => mount.name === name)!;
  const path = containers[0]!.env!.find(one => one.name === 'ENERGY_SANDBOX_ADMIN_TOKEN_FILE')!.value!;
  expect(dirname(path)).toBe(mountPath);
  expect(README).toContain(
    `kubectl create secret generic ${secret!.secretName} --from-literal=${basename(path)}=`,
  );
  const configMap = balancer.spec.template!.spec.volumes.find(one => one.configMap)!.configMap!;
  const [, file] = new RegExp(`kubectl create configmap ${configMap.name} --from-file=(\\S+)\n`).exec(
    README,
  )!;
  expect(read(join('kubernetes', file!))).toBe(CONFIG);
});

test('the Kubernetes pods of the balancer set every variable of its configuration, to services that exist', () => {
  const { containers } = balancer.spec.template!.spec;
  const set = new Map(containers[0]!.env!.map(({ name, value }) => [name, value!]));
  const read = new Set([...CONFIG.matchAll(/\$\{(\w+)-/g)].map(([, name]) => name!));
  expect([...set.keys()].sort()).toEqual([...read].sort());
  const { SANDBOXES_LISTEN, ...addresses } = Object.fromEntries(set);
  expect(SANDBOXES_LISTEN).toBe(`:${containers[0]!.ports[0]!.containerPort}`);
  expect(Object.keys(addresses)).toHaveLength(stateful.spec.replicas!);
  for (const [variable, address] of Object.entries(addresses)) {
    const [name, port] = address.split(':');
    expect(name).toBe(`sandbox-${Number(variable.split('_')[1]) - 1}`);
    const service = services.find(({ metadata }) => metadata.name === name);
    expect(service?.spec.ports?.map(one => one.port)).toEqual([Number(port)]);
  }
});
