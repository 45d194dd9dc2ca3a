import test from 'ava';
import { LOOPBACK, NEVER, PUBLIC } from './support/forbidden-addresses.ts';
import { checkWebhookUrl, isForbiddenAddress, type UrlProblem } from '../../../shared/webhooks/url-policy.ts';

const strict = { allowLocal: false };
const local = { allowLocal: true };

const verdict = (url: string, policy = strict): UrlProblem | 'allowed' => {
  const checked = checkWebhookUrl(url, policy);
  return checked.ok ? 'allowed' : checked.problem;
};

const FORBIDDEN: Record<UrlProblem, string[]> = {
  scheme: [
    'http://partner.example/hook',
    'HTTP://8.8.8.8/',
    'ftp://partner.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ws://partner.example/',
    'data:text/plain,x',
  ],
  malformed: [
    '',
    'partner.example/hook',
    '//partner.example/hook',
    'https://',
    'https:///partner.example',
    'https:partner.example',
    'https:\\\\127.0.0.1\\',
    'https://partner.example:0/',
    'https://partner.example:99999/',
    'https://part ner.example/',
    'https://partner.example/\thook',
    'https://partner.example/\nhook',
    ' https://partner.example/',
    'https://[::1/',
    'https://[fe80::1%25eth0]/',
    'https://[fe80::1%eth0]/',
    'https://[::1%25lo]/',
    'https://127.0.0.1%00.partner.example/',
    'https://1.2.3.4.5/',
    'https://partner.0x7f/',
    'https://1.2.3.256/',
    'https://0x100000000/',
    'https://partner.example\u0000/',
  ],
  credentials: [
    'https://user:password@partner.example/',
    'https://user@partner.example/',
    'https://:password@partner.example/',
    'https://@partner.example/',
    'https://partner.example:443@127.0.0.1/',
    'https://partner.example%2f@10.0.0.1/',
    'https://user%40partner.example@127.0.0.1/',
    'https://@@partner.example/',
  ],
  host: [
    'https://localhost/',
    'https://LOCALHOST./',
    'https://localhost./',
    'https://localhost../',
    'https://api.localhost/',
    'https://LocalHost/',
    'https://%6c%6f%63%61%6c%68%6f%73%74/',
    'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
    'https://loc\u00adalhost/',
    'https://localhost\u3002/',
    'https://METADATA.GOOGLE.INTERNAL/',
    'https://partner.example%E3%80%82/',
    'https://intranet/',
    'https://metadata/',
    'https://metadata.google.internal/',
    'https://printer.local/',
    'https://router.lan/',
    'https://nas.home.arpa/',
    'https://partner.example./hook',
    'https://partner..example/',
    'https://.partner.example/',
  ],
  address: [
    // Loopback in every disguise.
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'https://127.255.255.254:8443/',
    'https://127.1/',
    'https://127.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://0x7F.1/',
    'https://0X7F000001/',
    'https://127.0x1/',
    'https://0177.1/',
    'https://00000177.0.0.1/',
    'https://2130706433./',
    'https://0x7f000001./',
    'https://１２７.1/',
    'https://%30x7f000001/',
    'https://①②⑦.⓪.⓪.①/',
    'https://127。0。0。1/',
    'https://%31%32%37.0.0.1/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    // Unspecified, broadcast.
    'https://0/',
    'https://0.0.0.0/',
    'https://0.1.2.3/',
    'https://[::]/',
    'https://255.255.255.255/',
    // Private, shared, link-local, metadata.
    'https://10.0.0.1/',
    'https://10.255.255.255/',
    'https://012.0.0.1/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.1.1/',
    'https://3232235777/',
    'https://100.64.0.1/',
    'https://100.127.255.255/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0xa9fea9fe/',
    'https://2852039166/',
    'https://[fe80::1]/',
    'https://[febf::1]/',
    'https://[fec0::1]/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/',
    'https://[FD00:EC2::254]/',
    'https://[fd00:0ec2:0000::0254]/',
    'https://168.63.129.16/metadata',
    'https://0xa83f8110/',
    // Multicast, reserved, documentation, benchmarking, anycast.
    'https://224.0.0.1/',
    'https://239.255.255.250/',
    'https://240.0.0.1/',
    'https://192.0.0.170/',
    'https://192.0.2.1/',
    'https://198.51.100.1/',
    'https://203.0.113.1/',
    'https://198.18.0.1/',
    'https://198.19.255.255/',
    'https://192.88.99.1/',
    'https://[ff02::1]/',
    'https://[2001:db8::1]/',
    'https://[3fff::1]/',
    'https://[100::1]/',
    'https://[4000::1]/',
    'https://[5f00::1]/',
    // IPv4 inside IPv6, whatever it is.
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[::127.0.0.1]/',
    'https://[::ffff:0:127.0.0.1]/',
    'https://[64:ff9b::127.0.0.1]/',
    'https://[64:ff9b::8.8.8.8]/',
    'https://[64:ff9b:1::10.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'https://[2002:808:808::1]/',
    'https://[2001::1]/',
    'https://[2001:0:7f00:1::]/',
    'https://[2606:4700::5efe:10.0.0.1]/',
    'https://[2606:4700::200:5efe:127.0.0.1]/',
  ],
};

for (const [problem, urls] of Object.entries(FORBIDDEN)) {
  test(`refused for its ${problem}: ${urls.length} forms`, (t) => {
    for (const url of urls) t.is(verdict(url), problem as UrlProblem, url);
  });
}

test('what is public is allowed', (t) => {
  const allowed = [
    'https://partner.example/hooks?tenant=1#part',
    'https://hooks.partner.co.uk:8443/a/b',
    'https://8.8.8.8/',
    'https://172.15.255.255/',
    'https://172.32.0.1/',
    'https://100.63.255.255/',
    'https://[2606:4700:4700::1111]/',
    'https://xn--bcher-kva.example/',
    'https://bücher.example/',
  ];
  for (const url of allowed) t.is(verdict(url), 'allowed', url);
});

test('the local exception allows http and loopback and nothing else', (t) => {
  for (const url of [
    'http://127.0.0.1:8080/',
    'http://localhost:3000/x',
    'http://[::1]/',
    'https://localhost/',
  ])
    t.is(verdict(url, local), 'allowed', url);
  t.is(verdict('http://partner.example/', local), 'allowed');
  for (const url of [
    'ftp://localhost/',
    'http://user@localhost/',
    'http://10.0.0.1/',
    'http://169.254.169.254/',
  ])
    t.not(verdict(url, local), 'allowed', url);
  for (const url of [
    'http://0.0.0.0/',
    'http://[::ffff:127.0.0.1]/',
    'http://intranet/',
    'http://localhost./',
  ])
    t.not(verdict(url, local), 'allowed', url);
});

const isForbidden = (address: string, policy = strict): boolean => isForbiddenAddress(address, policy);

for (const [what, addresses] of Object.entries(NEVER)) {
  test(`forbidden as a resolver gives it: ${what}`, (t) => {
    for (const address of addresses) {
      t.true(isForbidden(address), address);
      t.true(isForbidden(address, local), `with the exception: ${address}`);
    }
  });
}

test('loopback is the exception and nothing else; what lies beside a range is public', (t) => {
  for (const address of LOOPBACK) {
    t.true(isForbidden(address), address);
    t.false(isForbidden(address, local), address);
  }
  for (const address of PUBLIC) {
    t.false(isForbidden(address), address);
    t.is(verdict(`https://${address.includes(':') ? `[${address}]` : address}/`), 'allowed', address);
  }
});

test('private networks are a wish of their own, and nothing else comes with it', (t) => {
  const policy = { allowLocal: false, allowPrivate: true };
  for (const address of ['10.0.0.1', '172.16.5.4', '192.168.1.1', 'fd00::1'])
    t.false(isForbiddenAddress(address, policy), address);
  for (const address of [
    '127.0.0.1',
    '::1',
    '169.254.169.254',
    '100.64.0.1',
    'fe80::1',
    '0.0.0.0',
    '224.0.0.1',
  ])
    t.true(isForbiddenAddress(address, policy), address);
});
