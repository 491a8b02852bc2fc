<?php
/*
 * A bare receiver: PORT=3000; php -S 127.0.0.1:$PORT receiver.php
 * Webhooks at POST /webhooks; GET /orders/<external_id> shows what is stored of an order.
 */
declare(strict_types=1);

/** True if the environment variable BUG names this bug. Without it, the receiver is sound. */
function bug(string $name): bool
{
    return getenv('BUG') === $name;
}

const EVENTS = ['order.processing', 'order.delegating', 'order.delegated', 'order.undelegating',
    'order.completed', 'order.review', 'order.failed'];
const FIELDS = ['order_id', 'external_id', 'address', 'energy_amount', 'duration_minutes', 'price_trx', 'status',
    'txid', 'refunded', 'error_code', 'created_at', 'delivered_at', 'completed_at', 'updated_at'];
/** An event that is behind what is known is late, and changes nothing. */
const RANK = ['unknown' => 0, 'processing' => 1, 'delegating' => 2, 'review' => 3, 'delegated' => 4,
    'undelegating' => 5, 'completed' => 6, 'failed' => 6];

$folder = getenv('DATA') ?: sys_get_temp_dir() . '/php-receiver';
$secret = (string) getenv('ENERGY_SANDBOX_WEBHOOK_SECRET');
is_dir($folder) || @mkdir($folder, 0700, true);

$path = rawurldecode((string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
if (preg_match('~^/orders/(.+)$~', $path, $found)) {
    $file = fileOf($folder, $found[1]);
    header('Content-Type: application/json');
    http_response_code(is_file($file) ? 200 : 404);
    echo is_file($file) ? file_get_contents($file) : '{}';
    return;
}
if ($_SERVER['REQUEST_METHOD'] !== 'POST' && !bug('php-get-acts')) {
    http_response_code(405);
    return;
}
http_response_code(receive((string) file_get_contents('php://input'), $folder, $secret));

function receive(string $body, string $folder, string $secret): int
{
    $given = $_SERVER['HTTP_X_WEBHOOK_SIGNATURE'] ?? '';
    $signed = bug('php-verified-after-parsing') ? json_encode(json_decode($body), JSON_UNESCAPED_SLASHES) : $body;
    $digest = hash_hmac('sha256', $signed, $secret);
    if (bug('php-prefix-optional')) {
        $given = 'sha256=' . str_replace('sha256=', '', $given);
    }
    $mayBeEmpty = bug('php-empty-signature-accepted') && $given === '';
    if (!$mayBeEmpty && !hash_equals("sha256=$digest", $given)) {
        return 401;
    }
    $event = json_decode($body, true);
    if (bug('php-closed-list-of-events') && !in_array($event['event'], EVENTS, true)) {
        return 400;
    }
    if (bug('php-strict-schema') && array_diff(array_keys($event['data']), FIELDS) !== []) {
        return 422;
    }
    if (bug('php-event-header-trusted')) {
        $event['data']['status'] = substr($_SERVER['HTTP_X_WEBHOOK_EVENT'] ?? '', 6);
    }
    $id = $event['data']['external_id'] ?? 'order-' . $event['data']['order_id'];
    return store(fileOf($folder, bug('php-one-file-for-all-orders') ? 'current' : $id), $event);
}

/** Stores an event with its effects, once. */
function store(string $file, array $event): int
{
    $lock = fopen("$file.lock", 'c');
    if (!bug('php-no-lock')) {
        flock($lock, LOCK_EX);
    }
    $data = $event['data'];
    $order = is_file($file) ? json_decode((string) file_get_contents($file), true) : null;
    $order ??= ['status' => 'unknown', 'refunded' => false, 'credited' => 0, 'booked' => 0, 'txid' => null, 'events' => []];
    $seen = bug('php-last-event-remembered') ? array_slice($order['events'], -1) : $order['events'];
    if (in_array($event['event_id'], $seen, true)) {
        return 204;
    }
    usleep(2000); // The books are kept by another program.
    $order['events'][] = $event['event_id'];
    $order['booked']++;
    if (isset(RANK[$data['status']])) {
        $isLate = RANK[$data['status']] < RANK[$order['status']] && !bug('php-order-of-arrival-trusted');
        $order['status'] = $isLate ? $order['status'] : $data['status'];
        $order['refunded'] = $order['refunded'] || $data['refunded'];
        $order['txid'] = $data['txid'] ?? $order['txid'];
    }
    $isBack = $order['refunded'] || bug('php-failed-is-refunded');
    $isCredited = $order['credited'] > 0;
    if ($order['status'] === 'failed' && $isBack && !$isCredited) {
        $order['credited'] = (int) round($data['price_trx'] * 1000000);
    }
    file_put_contents("$file.new", json_encode($order));
    rename("$file.new", $file);
    return 204;
}

function fileOf(string $folder, string $id): string
{
    return $folder . '/' . bin2hex($id) . '.json';
}
