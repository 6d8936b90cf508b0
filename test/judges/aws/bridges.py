"""Starts MiniStack with what it lacks of AWS.

Each bridge names a gap, shows that MiniStack has it, and closes it. Where MiniStack has closed one itself, nothing
starts: the bridge is to be removed.
"""

import json
import os
import time
from contextvars import ContextVar
from datetime import datetime, timezone
from typing import Callable
from urllib.parse import parse_qs, urlencode

from ministack import app
from ministack.core import iam_actions, iam_evaluator
from ministack.core.responses import new_uuid, set_request_account_id, set_request_region
from ministack.services import dynamodb, eventbridge, lambda_durable, lambda_svc, s3, secretsmanager
from ministack.services.cloudformation import provisioners

handlers = provisioners._RESOURCE_HANDLERS
probe = "curfew-judges-probe"
region, account = os.environ["MINISTACK_REGION"], os.environ["MINISTACK_ACCOUNT_ID"]


class Bridge:
    """`is_open` says whether MiniStack has the gap, `close` closes it."""

    def __init__(self, gap: str, is_open: Callable[[], bool], close: Callable[[], None]):
        self.gap = gap
        self.is_open = is_open
        self.close = close


def made(resource_type: str, props: dict, look: Callable[[str, dict], bool]) -> bool:
    """What `look` says of a resource that a template makes; the resource is removed again."""
    name, attributes = handlers[resource_type]["create"](probe, props, probe)
    try:
        return look(name, attributes)
    finally:
        handlers[resource_type]["delete"](name, props)


def after_create_and_update(resource_type: str, add: Callable[[str, dict, dict], None]) -> None:
    """Has `add` complete a resource of a template: its name, its properties, its attributes."""
    handler = handlers[resource_type]
    create, update = handler["create"], handler["update"]

    def create_whole(logical_id, props, stack_name):
        name, attributes = create(logical_id, props, stack_name)
        add(name, props, attributes)
        return name, attributes

    def update_whole(physical_id, old_props, new_props, *stack):
        name, attributes = update(physical_id, old_props, new_props, *stack)
        add(name, new_props, attributes)
        return name, attributes

    handler["create"], handler["update"] = create_whole, update_whole


# A user pool of a template does not say the address of its issuer.


def has_no_provider_url() -> bool:
    return made("AWS::Cognito::UserPool", {}, lambda _, attributes: "ProviderURL" not in attributes)


def add_provider_url(_name: str, _props: dict, attributes: dict) -> None:
    attributes["ProviderURL"] = "https://" + attributes["ProviderName"]


# A reference to a secret of a template is its name; on AWS it is its ARN.


def refers_by_name() -> bool:
    return made("AWS::SecretsManager::Secret", {}, lambda reference, attributes: reference != attributes["Id"])


def refer_by_arn() -> None:
    handler = handlers["AWS::SecretsManager::Secret"]
    create, update, delete = handler["create"], handler["update"], handler["delete"]

    def name_of(arn):
        return next((name for name, secret in secretsmanager._secrets.items() if secret["ARN"] == arn), arn)

    def by_arn(made):
        _, attributes = made
        return attributes["Arn"], attributes

    handler["create"] = lambda *given: by_arn(create(*given))
    handler["update"] = lambda physical_id, *given: by_arn(update(name_of(physical_id), *given))
    handler["delete"] = lambda physical_id, props: delete(name_of(physical_id), props)


# The name of an API cannot be looked up on one machine: its address leads to a door beside MiniStack.

door = os.environ["CURFEW_JUDGES_DOOR"]


def names_no_machine() -> bool:
    return made("AWS::ApiGatewayV2::Api", {"Name": probe, "ProtocolType": "HTTP"},
                lambda _, attributes: ".execute-api." in attributes["ApiEndpoint"])


def add_door(_name: str, _props: dict, attributes: dict) -> None:
    attributes["ApiEndpoint"] = door


# A function of a template is not durable.


def forgets_durable() -> bool:
    props = {"DurableConfig": {"ExecutionTimeout": 60}}
    look = lambda name, _: "DurableConfig" not in lambda_svc._functions[name]["config"]
    return made("AWS::Lambda::Function", props, look)


def add_durable(name: str, props: dict, _attributes: dict) -> None:
    if "DurableConfig" in props:
        lambda_svc._functions[name]["config"]["DurableConfig"] = props["DurableConfig"]


# Streams, schedules and asynchronous calls begin no durable execution; nor does a call of a function whose configuration
# lacks a field that AWS does not have.

execute = lambda_svc._execute_function


def reaches_as_is(event: dict) -> bool:
    """Whether a durable function gets an event itself, instead of an execution that holds it."""
    got: list = []
    dispatch = lambda_svc._execute_function_dispatch
    lambda_svc._execute_function_dispatch = lambda func, config, event, *_: got.append(event) or {}
    arn = f"arn:aws:lambda:{region}:{account}:function:{probe}"
    try:
        execute({"config": {"FunctionName": probe, "FunctionArn": arn, "DurableConfig": {"ExecutionTimeout": 60}}}, event)
    finally:
        lambda_svc._execute_function_dispatch = dispatch
    return got == [event]


def continued(func: dict, execution: dict) -> dict:
    """Calls a function for its execution, and keeps what it answers."""
    arn = execution["DurableExecutionArn"]
    began = time.time()
    operations = lambda_durable._serialize_operations(execution["Operations"], for_event=True)
    result = execute(func, {
        "DurableExecutionArn": arn,
        "CheckpointToken": execution["CheckpointToken"],
        "InitialExecutionState": {"Operations": operations, "NextMarker": ""},
    })
    error = result.get("body") if result.get("error") else None
    lambda_durable.record_invocation_completed(arn, start_ts=began, request_id=new_uuid(), error=error)
    body = result.get("body") or {}
    if body.get("Status") == "PENDING":
        lambda_durable.schedule_resume(arn)
    elif error is not None or body.get("Status") == "FAILED":
        lambda_durable.mark_execution_completed(arn, None, error or body.get("Error"))
        return {**result, "error": True, "body": error or body.get("Error")}
    else:
        lambda_durable.mark_execution_completed(arn, body.get("Result"), None)
    return result


def begin_executions() -> None:
    def execute_durable(func, event):
        config = func.get("config") or func
        if "DurableConfig" not in config or "DurableExecutionArn" in event:
            return execute(func, event)
        set_request_account_id(account)
        set_request_region(region)
        return continued(func, lambda_durable.create_execution_for_invoke(
            function_arn=lambda_svc._func_arn(config["FunctionName"]),
            version=config.get("Version", "$LATEST"),
            input_payload=json.dumps(event),
            execution_timeout=config["DurableConfig"]["ExecutionTimeout"],
        ))

    lambda_svc._execute_function = execute_durable


# A durable execution continues with the newest code; on AWS with the version that it began with.


def continues_with_newest() -> bool:
    got: list = []
    lambda_svc._functions[probe] = {"config": {"Version": "$LATEST"}, "versions": {"1": {"config": {"Version": "1"}}}}
    execution = lambda_durable.create_execution_for_invoke(lambda_svc._func_arn(probe), "1", "{}")
    arn = execution["DurableExecutionArn"]
    lambda_svc._execute_function = lambda func, _: got.append(func["config"]["Version"]) or {}
    try:
        lambda_svc.invoke_durable_resume(probe, arn, {})
    finally:
        lambda_svc._execute_function = execute
        del lambda_svc._functions[probe], lambda_durable._executions[arn]
    return got == ["$LATEST"]


def continue_with_first() -> None:
    def resume(name, arn, _event):
        execution = lambda_durable._executions[arn]
        func = lambda_svc._functions[name]
        continued(func["versions"].get(execution["Version"], func), execution)

    lambda_svc.invoke_durable_resume = resume


# A table of a template has neither expiry nor policy nor recovery.

table = {
    "KeySchema": [{"AttributeName": "key", "KeyType": "HASH"}],
    "AttributeDefinitions": [{"AttributeName": "key", "AttributeType": "S"}],
    "TimeToLiveSpecification": {"AttributeName": "until", "Enabled": True},
    "ResourcePolicy": {"PolicyDocument": {"Version": "2012-10-17", "Statement": []}},
    "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True},
}


def forgets_expiry() -> bool:
    return made("AWS::DynamoDB::Table", table, lambda name, _: name not in dynamodb._ttl_settings)


def add_expiry(name: str, props: dict, _attributes: dict) -> None:
    if "TimeToLiveSpecification" in props:
        dynamodb._update_ttl({"TableName": name, "TimeToLiveSpecification": props["TimeToLiveSpecification"]})


def forgets_policy() -> bool:
    look = lambda _, attributes: attributes["Arn"] not in dynamodb._resource_policies
    return made("AWS::DynamoDB::Table", table, look)


def add_policy(_name: str, props: dict, attributes: dict) -> None:
    if "ResourcePolicy" in props:
        policy = json.dumps(props["ResourcePolicy"]["PolicyDocument"])
        dynamodb._put_resource_policy({"ResourceArn": attributes["Arn"], "Policy": policy})


def forgets_recovery() -> bool:
    return made("AWS::DynamoDB::Table", table, lambda name, _: not dynamodb._pitr_settings.get(name))


def add_recovery(name: str, props: dict, _attributes: dict) -> None:
    if "PointInTimeRecoverySpecification" in props:
        wanted = props["PointInTimeRecoverySpecification"]
        dynamodb._update_continuous_backups({"TableName": name, "PointInTimeRecoverySpecification": wanted})


# A bucket of a template has no Object Lock.


def forgets_lock() -> bool:
    props = {"ObjectLockEnabled": True, "VersioningConfiguration": {"Status": "Enabled"}}
    return made("AWS::S3::Bucket", props, lambda name, _: name not in s3._bucket_object_lock)


def add_lock(name: str, props: dict, _attributes: dict) -> None:
    if props.get("ObjectLockEnabled"):
        retention = props.get("ObjectLockConfiguration", {}).get("Rule", {}).get("DefaultRetention")
        s3._bucket_object_lock[name] = {"enabled": True, "default_retention": retention}


# A schedule delivers the names of its context attributes instead of their values.

scheduled_time = "<aws.scheduler.scheduled-time>"


def delivered(target: dict, event: dict) -> list:
    """What a function gets by a target."""
    payloads: list = []
    dispatch = eventbridge._dispatch_to_lambda
    eventbridge._dispatch_to_lambda = lambda _, payload: payloads.append(payload)
    try:
        eventbridge._invoke_target(target, event, {"ScheduleExpression": "rate(1 hour)"})
    finally:
        eventbridge._dispatch_to_lambda = dispatch
    return payloads


def delivers_names() -> bool:
    arn = f"arn:aws:lambda:{region}:{account}:function:{probe}"
    event = {"Detail": "{}", "Time": 0, "Region": region, "Account": account}
    return delivered({"Arn": arn, "Input": scheduled_time}, event) == [scheduled_time]


def deliver_values() -> None:
    invoke = eventbridge._invoke_target

    def invoke_with_values(target, event, rule, view=None):
        if scheduled_time in target.get("Input", ""):
            # Schedules begin with a minute.
            at = datetime.fromtimestamp(event["Time"] // 60 * 60, tz=timezone.utc)
            said = at.strftime("%Y-%m-%dT%H:%M:%SZ")
            target = {**target, "Input": target["Input"].replace(scheduled_time, said)}
        return invoke(target, event, rule, view)

    eventbridge._invoke_target = invoke_with_values


# With AUTH, MiniStack evaluates the policies of roles, keys and buckets. What it knows of a call differs from AWS.


def what_is_evaluated(service: str, body: dict, target: str) -> str:
    headers = {"x-amz-target": target}
    return iam_actions.extract_resource_arn(service, "POST", "/", headers, json.dumps(body).encode(), {}, region, account)


def loses_parameters() -> bool:
    return what_is_evaluated("ssm", {"Names": ["/probe"]}, "AmazonSSM.GetParameters") == "*"


def loses_table() -> bool:
    arn = f"arn:aws:dynamodb:{region}:{account}:table/{probe}"
    return what_is_evaluated("dynamodb", {"ResourceArn": arn}, "DynamoDB_20120810.GetResourcePolicy") == "*"


def loses_sender() -> bool:
    form = {"Action": ["SendEmail"], "Source": [f"{probe}@{probe}.test"]}
    return iam_actions.extract_resource_arn("ses", "POST", "/", {}, urlencode(form, True).encode(), {}, region, account) == "*"


sender: ContextVar = ContextVar("sender", default="")


def find_resources() -> None:
    extract, enforce = iam_actions.extract_resource_arn, iam_evaluator.enforce

    def found(service, method, path, headers, body, *rest):
        if service == "ssm" and b'"Names"' in body:
            # All names of a call are of one deployment.
            return f"arn:aws:ssm:{region}:{account}:parameter{json.loads(body)['Names'][0]}"
        if service == "dynamodb" and headers.get("x-amz-target", "").endswith(".GetResourcePolicy"):
            return json.loads(body)["ResourceArn"]
        form = parse_qs(body.decode("utf-8", "replace")) if service == "ses" else {}
        if form.get("Action") == ["SendEmail"]:
            sender.set(form["Source"][0])
            return f"arn:aws:ses:{region}:{account}:identity/{sender.get().split('@')[1]}"
        return extract(service, method, path, headers, body, *rest)

    def enforce_with_sender(key, action, *rest, **known):
        if action == "ses:SendEmail":
            known["service_context"] = {**(known.get("service_context") or {}), "ses:FromAddress": sender.get()}
        refused = enforce(key, action, *rest, **known)
        if refused is not None:
            with open(refusals, "a", encoding="utf-8") as file:
                file.write(f"{action} {known.get('resource_arn', '')} {getattr(refused, 'principal_arn', refused)}\n")
        return refused

    iam_actions.extract_resource_arn, iam_evaluator.enforce = found, enforce_with_sender


refusals = os.environ["CURFEW_JUDGES_REFUSALS"]


def takes_get_for_put() -> bool:
    path = f"/2017-10-31/functions/{probe}/concurrency"
    return iam_actions.extract_iam_action("lambda", "GET", path, {}, b"", {}) == "lambda:PutFunctionConcurrency"


def tell_get_from_put() -> None:
    extract = iam_actions.extract_iam_action

    def action(service, method, *rest):
        found = extract(service, method, *rest)
        return "lambda:GetFunctionConcurrency" if (method, found) == ("GET", "lambda:PutFunctionConcurrency") else found

    iam_actions.extract_iam_action = action


def session_of(role: str) -> iam_evaluator.EvalContext:
    return iam_evaluator.EvalContext(
        principal_arn=f"arn:aws:sts::{account}:assumed-role/{role}/probe", principal_type="AssumedRole",
        principal_account=account, action="kms:Sign", resource_arn="*", region=region)


def names_session() -> bool:
    return iam_evaluator._resolve_condition_key("aws:PrincipalArn", session_of(probe)).endswith("/probe")


def name_role() -> None:
    resolve = iam_evaluator._resolve_condition_key

    def resolved(key, context):
        value = resolve(key, context)
        if key.lower() != "aws:principalarn" or ":assumed-role/" not in value:
            return value
        return f"arn:aws:iam::{context.principal_account}:role/{iam_evaluator._role_name_from_assumed_arn(value)}"

    iam_evaluator._resolve_condition_key = resolved


# Calls come without TLS, and those through the door were signed for the door: neither is a gap of MiniStack.


def take_for_signed_and_safe() -> None:
    pin_origin, pin_request = app.pin_request_origin, app.pin_signed_request

    def pin_for_door(method, raw_path, query, headers, *rest):
        signed_for = dict(headers).get(b"x-curfew-judges-host")
        as_signed = [(name, signed_for if name == b"host" and signed_for else value) for name, value in headers]
        return pin_request(method, raw_path, query, as_signed, *rest)

    app.pin_request_origin = lambda address, _: pin_origin(address, True)
    app.pin_signed_request = pin_for_door


# MiniStack does not know what some types of a template are. Nothing of Curfew reads these.


def knows_not(resource_type: str) -> bool:
    return resource_type not in handlers


def take(resource_type: str) -> None:
    handlers[resource_type] = {
        "create": lambda logical_id, props, stack_name: (f"{stack_name}-{logical_id}", {}),
        "update": lambda physical_id, old_props, new_props, stack_name: (physical_id, {}),
        "delete": lambda physical_id, props: None,
    }


bridges = [
    Bridge("ProviderURL of a user pool", has_no_provider_url,
           lambda: after_create_and_update("AWS::Cognito::UserPool", add_provider_url)),
    Bridge("Ref of a secret", refers_by_name, refer_by_arn),
    Bridge("addresses of APIs", names_no_machine,
           lambda: after_create_and_update("AWS::ApiGatewayV2::Api", add_door)),
    Bridge("DurableConfig in templates", forgets_durable,
           lambda: after_create_and_update("AWS::Lambda::Function", add_durable)),
    Bridge("executions that events begin", lambda: reaches_as_is({"probe": True}), begin_executions),
    Bridge("the version of an execution", continues_with_newest, continue_with_first),
    Bridge("TimeToLiveSpecification in templates", forgets_expiry,
           lambda: after_create_and_update("AWS::DynamoDB::Table", add_expiry)),
    Bridge("ResourcePolicy of tables in templates", forgets_policy,
           lambda: after_create_and_update("AWS::DynamoDB::Table", add_policy)),
    Bridge("PointInTimeRecoverySpecification in templates", forgets_recovery,
           lambda: after_create_and_update("AWS::DynamoDB::Table", add_recovery)),
    Bridge("Object Lock in templates", forgets_lock, lambda: after_create_and_update("AWS::S3::Bucket", add_lock)),
    Bridge("context attributes in the input of schedules", delivers_names, deliver_values),
    Bridge("aws:PrincipalArn of a session", names_session, name_role),
    Bridge("the action of GetFunctionConcurrency", takes_get_for_put, tell_get_from_put),
    Bridge("resources and sender of calls", lambda: loses_parameters() and loses_table() and loses_sender(),
           find_resources),
    *[Bridge(f"the type {name}", lambda name=name: knows_not(name), lambda name=name: take(name))
      for name in ["AWS::Logs::QueryDefinition"]],
]

if __name__ == "__main__":
    set_request_account_id(account)
    set_request_region(region)
    closed = [bridge.gap for bridge in bridges if not bridge.is_open()]
    if closed:
        raise SystemExit(f"MiniStack has closed these gaps; remove their bridges from {__file__}: {', '.join(closed)}")
    for bridge in bridges:
        bridge.close()
    take_for_signed_and_safe()
    app.main()
