import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { CronJob, Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Namespace, PersistentVolumeClaim, Service, ServiceAccount } from 'kubernetes-models/v1';
import type { Manifest } from './kustomize.ts';

/** What we use of Kubernetes' own schemas. */
const MODELS: Record<string, { prototype: { validate(this: unknown): void } }> = {
  'apps/v1 Deployment': Deployment,
  'autoscaling/v2 HorizontalPodAutoscaler': HorizontalPodAutoscaler,
  'batch/v1 CronJob': CronJob,
  'batch/v1 Job': Job,
  'networking.k8s.io/v1 Ingress': Ingress,
  'networking.k8s.io/v1 NetworkPolicy': NetworkPolicy,
  'policy/v1 PodDisruptionBudget': PodDisruptionBudget,
  'v1 Namespace': Namespace,
  'v1 PersistentVolumeClaim': PersistentVolumeClaim,
  'v1 Service': Service,
  'v1 ServiceAccount': ServiceAccount,
};

/** The value, and a list of its fields that nobody has looked at yet. */
function watched(value: unknown, place: string, unread: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const places = new Map(Object.keys(value).map((key) => [key, `${place}/${key}`]));
  if (!Array.isArray(value)) for (const one of places.values()) unread.add(one);
  const children = Object.entries(value).map(
    ([key, one]) => [key, watched(one, `${place}/${key}`, unread)] as const,
  );
  const copy: object = Array.isArray(value) ? children.map(([, one]) => one) : Object.fromEntries(children);
  return new Proxy(copy, {
    get(target, key) {
      if (typeof key === 'string') unread.delete(places.get(key) ?? '');
      return Reflect.get(target, key) as unknown;
    },
  });
}

/**
 * What Kubernetes would refuse of a manifest, in words. The schemas allow fields that they do not name, which are slips of the
 * pen: a field that the schema's check never looks at is one.
 */
export function problemsOfManifest(manifest: Manifest): string[] {
  const name = `${manifest.apiVersion} ${manifest.kind}`;
  const model = MODELS[name];
  if (!model) return [`${name} is not known`];
  const unread = new Set<string>();
  try {
    // A model of its own would be a copy, for which every field is read.
    model.prototype.validate.call(watched(manifest, '', unread));
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  return [...unread].map((place) => `${place} is not known`);
}
