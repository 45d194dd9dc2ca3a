import { useState } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FaultNotice } from '../../components/fault.tsx';
import { FormButtons } from '../../components/form.tsx';
import { useFormat, useWords } from '../../i18n/language.tsx';
import { useTestEndpoint } from './changes.ts';
import { Answer } from './delivery-table.tsx';
import styles from './page.module.css';
import type { Endpoint, TestResult } from './queries.ts';
import { VerifyPanel } from './verify-panel.tsx';
import { deliveryWords, words } from './words.ts';

/** Sends a made-up event at once, and shows the request, the answer and whether the signature is right. */
export function TestDialog({ endpoint, onClose }: { endpoint: Endpoint; onClose: () => void }) {
  const say = useWords(words);
  const test = useTestEndpoint(endpoint.subscription_id);
  const [result, setResult] = useState<TestResult | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const send = async (): Promise<void> => {
    setFault(null);
    try {
      setResult(await test.mutateAsync(crypto.randomUUID()));
    } catch (caught) {
      setFault(caught);
    }
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('testTitle')}
      description={say('testText', { event: endpoint.events[0] ?? '' })}
      size="wide"
    >
      {fault !== null && <FaultNotice fault={fault} />}
      {result !== null && !test.isPending && <Result endpoint={endpoint} result={result} />}
      <FormButtons>
        <Button
          look={result === null ? 'primary' : 'secondary'}
          isBusy={test.isPending}
          onClick={() => void send()}
        >
          {say(result === null ? 'sendTest' : 'sendAgain')}
        </Button>
        {result !== null && (
          <Button look="primary" onClick={onClose}>
            {say('done')}
          </Button>
        )}
      </FormButtons>
    </Dialog>
  );
}

function Result({ endpoint, result }: { endpoint: Endpoint; result: TestResult }) {
  const say = useWords(words);
  const sayDelivery = useWords(deliveryWords);
  const format = useFormat();
  const { status_code: statusCode, error, latency_ms: latencyMs, request } = result;
  const isRight = error === null;
  return (
    <div className={styles['stack']}>
      <div className={styles['notice']} data-tone={isRight ? 'good' : 'bad'} role="status">
        <Badge tone={isRight ? 'good' : 'bad'}>{say(isRight ? 'succeeded' : 'failed')}</Badge>
        <span>
          <Answer statusCode={statusCode} error={error} /> {format.milliseconds(latencyMs)}
        </span>
      </div>
      {request !== null && (
        <>
          <VerifyPanel endpointId={endpoint.subscription_id} requests={[{ ...request, id: 'test' }]} />
          <CodeBlock
            label={sayDelivery('payload')}
            code={JSON.stringify(JSON.parse(request.body), null, 2)}
          />
        </>
      )}
    </div>
  );
}
