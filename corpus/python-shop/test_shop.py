ADDRESS = "TSandboxRecipientxxxxxxxxxxxvU7EX1"
# The address of a customer who transfers.
SENDER = "TCLBgkbfVkJroVBJVqBEsxtPNQEQMTQCLQ"


def test_a_purchase_is_delivered(shop):
    shop.buy("bill-1", "ann", 1, ADDRESS)
    purchase = shop.follow("bill-1")
    assert (purchase["status"], purchase["released"]) == ("completed", 1)
    assert shop.balance("ann") == 15_800_000


def test_a_purchase_is_made_once(shop, account):
    shop.buy("bill-2", "ann", 1, ADDRESS)
    shop.buy("bill-2", "ann", 1, ADDRESS)
    shop.follow("bill-2")
    assert len(account.orders()) == 1


def test_a_refused_purchase_is_paid_back(shop, account):
    account.use("address-not-active")
    assert shop.buy("bill-3", "ann", 1, ADDRESS)["refusal"] == "ADDRESS_NOT_ACTIVE"
    assert shop.balance("ann") == 20_000_000


def test_a_failed_purchase_is_paid_back(shop, account):
    account.use("failed-with-refund")
    shop.buy("bill-4", "ann", 1, ADDRESS)
    shop.follow("bill-4")
    assert shop.balance("ann") == 20_000_000


def test_a_batch_is_delivered(shop):
    shop.buy_many([("bill-5", "ann", 1, ADDRESS), ("bill-6", "ann", 2, ADDRESS)])
    assert [shop.follow(id)["status"] for id in ("bill-5", "bill-6")] == ["completed", "completed"]


def test_a_part_of_a_batch_may_be_refused(shop, account):
    account.use("bulk-partial")
    shop.buy_many([("bill-7", "ann", 1, ADDRESS), ("bill-8", "ann", 1, ADDRESS)])
    assert shop.follow("bill-7")["status"] == "completed"


def test_a_customer_transfers_when_the_shop_says_so(shop, account):
    account.usdt(SENDER, 10)
    account.usdt(ADDRESS, 1)
    shop.buy("bill-9", "ann", 1, SENDER)
    for _ in range(20):
        if shop.purchase("bill-9")["released"]:
            break
        account.advance(by="1m")
        shop.resume()
    assert shop.purchase("bill-9")["released"]
    account.transfer()
    assert account.usdt(ADDRESS) == 2
